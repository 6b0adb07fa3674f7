import { channelLabel } from '../../../data/alarms/channel-label.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { deviceKey } from '../../../data/devices/key.ts';
import { deviceName } from '../../../data/devices/labels.ts';
import type { Live } from '../../../data/live.ts';
import { channelName } from '../../../data/names/channel-name.ts';
import { ruleRoute } from '../../../features/alarms/routes.ts';
import { deviceRoute } from '../../../features/devices/routes.ts';
import { gatewayRoute } from '../../../features/gateways/routes.ts';
import { clientRoute } from '../../../features/mqtt/routes.ts';
import type { Navigate, PaletteCommand } from '../palette-command.ts';

export function deviceCommands(records: readonly DeviceRecord[], go: Navigate): PaletteCommand[] {
  return records.map(({ key, device }) => ({
    id: `device ${key}`,
    kind: 'Device',
    title: deviceName(device),
    detail: device.serial,
    words: `${device.device.info.product} ${device.simulated ? 'simulated' : ''}`,
    run: () => go(deviceRoute(device)),
  }));
}

export function channelCommands(records: readonly DeviceRecord[], go: Navigate): PaletteCommand[] {
  return records.flatMap(({ key, device }) =>
    channelsOf(device).map(
      ({ label, description }): PaletteCommand => ({
        id: `channel ${key}/${label}`,
        kind: 'Channel',
        title: channelName(device, label),
        detail: `${deviceName(device)} · ${device.serial}`,
        words: `${label} ${description}`,
        run: () => go(deviceRoute(device)),
      }),
    ),
  );
}

export function entryCommands({ clients, gateways, rules, devices }: Live, go: Navigate): PaletteCommand[] {
  const ofClients = clients.list.get().map(
    ({ identifier, name, host }): PaletteCommand => ({
      id: `client ${identifier}`,
      kind: 'MQTT client',
      title: name,
      detail: host,
      words: identifier,
      run: () => go(clientRoute(identifier)),
    }),
  );
  const ofGateways = gateways.list.get().map(
    ({ id, config }): PaletteCommand => ({
      id: `gateway ${id}`,
      kind: 'Gateway',
      title: config.name,
      detail: config.kind === 'sensgate' ? config.host : config.prefix,
      run: () => go(gatewayRoute(id)),
    }),
  );
  const ofRules = rules.list.get().map(({ id, rule }): PaletteCommand => {
    const { channel, device, serial } = channelLabel(rule, devices.get(deviceKey(rule)));
    return {
      id: `rule ${id}`,
      kind: 'Alarm rule',
      title: channel,
      detail: device ? `${device} · ${serial}` : serial,
      run: () => go(ruleRoute(id)),
    };
  });
  return [...ofClients, ...ofGateways, ...ofRules];
}
