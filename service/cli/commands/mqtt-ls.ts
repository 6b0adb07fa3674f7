import type { MqttClients, MqttClientView, MqttState } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { type Column, table } from '../text/table.ts';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'BROKER' },
  { heading: 'STATE' },
  { heading: 'PUBLISHED', side: 'right' },
  { heading: 'QUEUED', side: 'right' },
  { heading: 'DISCARDED', side: 'right' },
  { heading: 'REASON' },
];

/** The states of the API as the table shows them. */
const STATES: Readonly<Record<MqttState, string>> = {
  idle: 'disconnected',
  connecting: 'connecting',
  online: 'connected',
  waiting: 'waiting to retry',
  failed: 'failed',
};

/** The broker as a URL. */
export function brokerOf({ host, port, ssl }: Pick<MqttClientView, 'host' | 'port' | 'ssl'>): string {
  return `${ssl ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function row(client: MqttClientView): string[] {
  const { identifier, name, status, advanced } = client;
  const state = advanced.enabled ? STATES[status.state] : 'disabled';
  const reason = advanced.enabled ? (status.error?.text ?? '') : '';
  const counts = [status.published, status.queued, status.dropped].map(String);
  return [identifier, name, brokerOf(client), state, ...counts, reason];
}

export async function run({ options }: Invocation<[]>): Promise<void> {
  const { clients } = await (await connect(options)).call<MqttClients>('/app/v1/mqtt/clients');
  if (options.json) return printJson(clients);
  if (clients.length === 0) return printNote('No MQTT clients. Run "mensura mqtt add" to add one.');
  await print(table(COLUMNS, clients.map(row)));
}
