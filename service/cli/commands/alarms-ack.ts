/** `mensura alarms ack`. */
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';

interface AcknowledgeOptions extends CommonOptions {
  all?: boolean;
}

/** Acknowledges those that are named, or all. */
export async function run({ words: [ids], options }: Invocation<[string[]], AcknowledgeOptions>): Promise<void> {
  const { all = false, json } = options;
  if (all === ids.length > 0) {
    throw new CliError(EXIT.usage, 'name the alarms, or give --all for all of them; "mensura alarms" lists them');
  }
  const api = await connect(options);
  let acknowledged = 0;
  if (all) {
    ({ acknowledged } = await api.call<{ acknowledged: number }>('/app/v1/alarms/acknowledge', { method: 'POST' }));
  }
  for (const id of ids) {
    await api.call(`/app/v1/alarms/${encodeURIComponent(id)}/acknowledge`, { method: 'POST' });
    acknowledged += 1;
  }
  if (json) return printJson({ acknowledged });
  await print(`Acknowledged ${acknowledged}.\n`);
}
