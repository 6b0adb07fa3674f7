import type { Alarm, AlarmAcknowledgment, Alarms } from '../../contract/index.ts';
import { formatReading } from '../../contract/precision.ts';
import { counted } from '../../support/counted.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { type Column, table } from '../text/table.ts';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'SERIAL' },
  { heading: 'CHANNEL' },
  { heading: 'KIND' },
  { heading: 'LIMIT', side: 'right' },
  { heading: 'PEAK', side: 'right' },
  { heading: 'UNIT' },
  { heading: 'COUNT', side: 'right' },
  { heading: 'RAISED' },
  { heading: 'CLEARED' },
  { heading: 'ACKNOWLEDGED' },
];

function row({ id, serial, channel, kind, limit, peak, unit, count, since, ended, acknowledged }: Alarm): string[] {
  const numbers = [limit === null ? '-' : String(limit), peak === null ? '-' : formatReading(peak, channel, unit)];
  return [id, serial, channel, kind, ...numbers, unit, String(count), since, ended ?? '-', acknowledged ?? '-'];
}

/** Active alarms, and cleared ones that are not acknowledged. */
export async function run({ options }: Invocation<[]>): Promise<void> {
  const { alarms } = await (await connect(options)).call<Alarms>('/app/v1/alarms');
  if (options.json) return printJson(alarms);
  if (alarms.length === 0) return printNote('No alarms.');
  await print(table(COLUMNS, alarms.map(row)));
}

interface AcknowledgeOptions extends CommonOptions, Partial<AlarmAcknowledgment> {
  all?: boolean;
}

export async function acknowledge({
  words: [ids],
  options,
}: Invocation<[string[]], AcknowledgeOptions>): Promise<void> {
  const { all = false, by, comment, json } = options;
  if (all === ids.length > 0) {
    throw new CliError(
      EXIT.usage,
      'cannot acknowledge alarms: enter either alarm IDs or --all; run "mensura alarms" to list the IDs',
    );
  }
  const api = await connect(options);
  const request = { method: 'POST', body: { by, comment } } as const;
  let acknowledged = 0;
  if (all) {
    ({ acknowledged } = await api.call<{ acknowledged: number }>('/app/v1/alarms/acknowledge', request));
  }
  for (const id of ids) {
    await api.call(`/app/v1/alarms/${encodeURIComponent(id)}/acknowledge`, request);
    acknowledged += 1;
  }
  if (json) return printJson({ acknowledged });
  await print(`Acknowledged ${counted(acknowledged, 'alarm')}.\n`);
}
