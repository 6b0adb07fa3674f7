/** A device's state in the forms of the contract (interface.md#devices) and of the app API. */
import type { AppDevice, ChannelName, Device, Measurement, Product } from '../contract/index.ts';
import type { DeviceState } from './device-state.ts';
import type { DisconnectedDevice } from './known-devices.ts';
import { withUncorrectedLabels } from './uncorrected-channels.ts';

/** The full form (interface.md#device), without uncorrected channels. */
export function deviceView({ description, readings }: Pick<DeviceState, 'description' | 'readings'>): Device {
  return deviceForm(description, description.product, readings);
}

function deviceForm(
  description: DeviceState['description'],
  product: Product,
  readings: DeviceState['readings'],
): Device {
  const { family, connections, firmware, productName, serial, vendor, protocols, periodMs } = description;
  const { gateway, usb, vcp } = connections;
  return {
    channel_list: Object.keys(product.channels),
    channels: Object.fromEntries([...readings].map(([label, { value }]) => [label, { period_ms: periodMs, value }])),
    config: { protocol: protocols },
    connections: family === 'gateway' ? { gateway: gateway ?? null, usb, vcp } : { usb, vcp },
    info: {
      firmware_version_major: firmware.major,
      firmware_version_minor: firmware.minor,
      product: productName,
      serial,
      vendor,
    },
    model: product.model,
  };
}

/** The compact form (interface.md#measurement); undefined for a device that has not sampled yet. */
export function measurementView({ description, readings, lastAt }: DeviceState): Measurement | undefined {
  if (lastAt === undefined) return undefined;
  const values: Measurement['values'] = {};
  let newest = '';
  for (const [label, { value }] of readings) {
    if (!value) continue;
    values[label] = { magnitude: value.magnitude, unit: value.unit };
    if (value.timestamp > newest) newest = value.timestamp;
  }
  return { serial: description.serial, timestamp: newest || new Date(lastAt).toISOString(), values };
}

/** The user's settings of a device. Empty strings if not set; only channels with a name or note. */
export interface UserFields {
  alias: string;
  note: string;
  group: string;
  favorite: boolean;
  channelNames: Record<string, ChannelName>;
  /** In pascals: the one that applies, and the device's own. */
  seaLevelPressure: { effective: number; own: number | null };
}

/** The fields of the app API that are not in the state. */
export interface AppDeviceFields extends UserFields {
  canSwitchProtocol: boolean;
}

export function appDeviceView(device: DeviceState, fields: AppDeviceFields): AppDevice {
  const { state, samplings, rejected } = device;
  return {
    ...commonFields(device, fields),
    connected: true,
    last_seen: null,
    disconnect_reason: '',
    state,
    counters: { samplings, rejected },
  };
}

/** A device that was connected before, with its last values. */
export function disconnectedDeviceView(device: DisconnectedDevice, fields: UserFields): AppDevice {
  return {
    ...commonFields(device, { ...fields, canSwitchProtocol: false }),
    connected: false,
    last_seen: new Date(device.lastSeen).toISOString(),
    disconnect_reason: device.reason,
    state: 'disconnected',
    counters: { samplings: 0, rejected: 0 },
  };
}

function commonFields(
  device: Pick<DeviceState, 'description' | 'readings' | 'uncorrected' | 'product' | 'lastAt'>,
  { alias, note, group, favorite, channelNames, seaLevelPressure, canSwitchProtocol }: AppDeviceFields,
): Omit<AppDevice, 'connected' | 'last_seen' | 'disconnect_reason' | 'state' | 'counters'> {
  const { description, product, uncorrected, lastAt } = device;
  const readings = uncorrected.size === 0 ? device.readings : new Map([...device.readings, ...uncorrected]);
  const failing = [...readings].filter(([, { value }]) => value === null);
  return {
    family: description.family,
    serial: description.serial,
    also_behind: [...(description.alsoBehind ?? [])],
    alias,
    note,
    group,
    favorite,
    channel_names: channelNames,
    channel_labels: { ...withUncorrectedLabels(description.labels ?? {}, uncorrected.keys()) },
    sea_level_pressure_pa: seaLevelPressure.effective,
    own_sea_level_pressure_pa: seaLevelPressure.own,
    simulated: description.simulated,
    protocol: description.protocol,
    can_switch_protocol: canSwitchProtocol,
    last_reading: lastAt === undefined ? null : new Date(lastAt).toISOString(),
    reasons: Object.fromEntries(failing.map(([label, { reason }]) => [label, reason])),
    device: deviceForm(description, product, readings),
    product,
  };
}
