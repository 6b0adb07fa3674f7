import type { AlarmFilter } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { outputPath, writeOutputFile } from './whole-file.ts';

interface AlarmLogOptions extends CommonOptions {
  format: 'csv' | 'jsonl';
  /** Milliseconds since 1970. */
  from?: number;
  to?: number;
  minSeverity?: AlarmFilter['min_severity'];
  device?: string;
  rule?: string;
  state?: AlarmFilter['state'];
  text?: string;
  output: string;
  force?: boolean;
}

function queryOf({ format, from, to, minSeverity, device, rule, state, text }: AlarmLogOptions): string {
  const given = { format, from, to, min_severity: minSeverity, device, rule, state, text };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

/** Writes the alarm history, newest first, while the service reads it. */
export async function exportLog({ options }: Invocation<[], AlarmLogOptions>): Promise<void> {
  const { format, output, json } = options;
  if (output === '-' && json) throw new CliError(EXIT.usage, '--json requires --output <file>');
  const api = await connect(options);
  if (output !== '-') api.requireProof('no file was written');
  const { body } = await api.open(`/app/v1/alarms/log/export?${queryOf(options)}`);
  if (!body) throw new CliError(EXIT.failed, 'cannot export the alarm history: the service sent an empty response');
  if (output === '-') {
    for await (const piece of body) await print(piece);
    return;
  }
  const path = await outputPath(output, '', `mensura-alarms.${format}`);
  let bytes = 0;
  const pieces = (async function* () {
    for await (const piece of body) {
      bytes += piece.length;
      yield piece;
    }
  })();
  await writeOutputFile(path, pieces, options);
  if (json) return printJson({ file: path, bytes });
  await print(`Saved the alarm history to ${escapeText(path)}.\n`);
}
