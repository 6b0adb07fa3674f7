/** `mensura mqtt ls`. */
import type { MqttClients, MqttClientView } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson, remark } from '../output.ts';
import { type Column, table } from '../text/table.ts';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'BROKER' },
  { heading: 'STATE' },
  { heading: 'PUBLISHED', side: 'right' },
  { heading: 'WAITING', side: 'right' },
  { heading: 'LOST', side: 'right' },
  { heading: 'WHY IT IS NOT ONLINE' },
];

/** A broker as an address. */
export function brokerOf({ host, port, ssl }: Pick<MqttClientView, 'host' | 'port' | 'ssl'>): string {
  return `${ssl ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function row(client: MqttClientView): string[] {
  const { identifier, name, status, advanced } = client;
  const why = advanced.enabled ? (status.error?.text ?? '') : 'It is disabled.';
  const counts = [status.published, status.queued, status.dropped].map(String);
  return [identifier, name, brokerOf(client), status.state, ...counts, why];
}

/** Lists the clients; with `--json` as the app API has them. */
export async function run({ options }: Invocation<[]>): Promise<void> {
  const { clients } = await (await connect(options)).call<MqttClients>('/app/v1/mqtt/clients');
  if (options.json) return printJson(clients);
  if (clients.length === 0) return remark('There is no MQTT client; "mensura mqtt add" adds one.');
  await print(table(COLUMNS, clients.map(row)));
}
