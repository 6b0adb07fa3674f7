import type { MqttTestResult } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';

/** Tests the stored client. @throws CliError `failed` if the broker cannot be used */
export async function run({ words: [identifier], options }: Invocation<[string]>): Promise<void> {
  const path = `/app/v1/mqtt/clients/${encodeURIComponent(identifier)}/test`;
  const result = await (await connect(options)).call<MqttTestResult>(path, { method: 'POST' });
  const { ok, text, error, notes, duration_ms } = result;
  if (options.json) await printJson(result);
  if (!ok) throw new CliError(EXIT.failed, [error?.text ?? text, error?.remedy].filter(Boolean).join(' '));
  if (options.json) return;
  await print([`${text} (${Math.round(duration_ms)} ms)`, ...notes].map((line) => `${escapeText(line)}\n`).join(''));
}
