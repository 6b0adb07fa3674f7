import { counted } from '../../support/counted.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';

interface AcknowledgeOptions extends CommonOptions {
  all?: boolean;
}

export async function run({ words: [ids], options }: Invocation<[string[]], AcknowledgeOptions>): Promise<void> {
  const { all = false, json } = options;
  if (all === ids.length > 0) {
    throw new CliError(
      EXIT.usage,
      'cannot acknowledge alarms: enter either alarm IDs or --all; run "mensura alarms" to list the IDs',
    );
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
  await print(`Acknowledged ${counted(acknowledged, 'alarm')}.\n`);
}
