import type { AppStatus } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { pad } from '../text/table.ts';

function facts(status: AppStatus): [string, string][] {
  return [
    ['Mensura', `${status.version}, ${status.host}, at ${status.address}`],
    ['Started', status.started],
    ['Devices', `${status.devices}${status.simulated_devices ? `, ${status.simulated_devices} simulated` : ''}`],
    ['Readings', `${status.readings_total} total, ${status.readings_per_second}/s`],
    ['MQTT clients', `${status.mqtt_online} of ${status.mqtt_clients} connected`],
    ['Gateways', `${status.gateways_online} of ${status.gateways} connected`],
    ['History', `${status.history}, ${(status.history_bytes / 2 ** 20).toFixed(1)} MiB`],
    ['Alarms', `${status.alarms_active} active, ${status.alarms_unacknowledged} unacknowledged`],
    ...status.problems.map(({ text, remedy }): [string, string] => ['Problem', `${text} ${remedy}`.trim()]),
  ];
}

export async function run({ options }: Invocation<[]>): Promise<void> {
  const status = await (await connect(options)).call<AppStatus>('/app/v1/status');
  if (options.json) return printJson(status);
  const lines = facts(status).map(([name, text]) => `${pad(name, 14)}${escapeText(text)}\n`);
  await print(lines.join(''));
}
