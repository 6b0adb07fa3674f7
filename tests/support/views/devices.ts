/** Devices as the app API shows them, for tests that need a certain one. */
import type {
  AppDevice,
  ChannelDefinition,
  ProtocolName,
  ReadingsEvent,
  Value,
} from '../../../service/contract/index.ts';

interface ChannelFacts {
  unit: string;
  description: string;
  value: number | null;
  virtual?: boolean;
}

/** The channels of a climate instrument. */
export const CLIMATE: Readonly<Record<string, ChannelFacts>> = {
  atmospheric_pressure: { unit: 'kPa', description: 'Atmospheric pressure', value: 101.182 },
  temperature: { unit: '°C', description: 'Temperature', value: 24.8344 },
  relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 59.8779 },
  dew_point: { unit: '°C', description: 'Dew point', value: 16.5057, virtual: true },
  humidex: { unit: '°C', description: 'Humidex', value: 29.7817, virtual: true },
};

export interface DeviceFacts {
  serial: string;
  name?: string;
  alias?: string;
  group?: string;
  favorite?: boolean;
  channels?: Readonly<Record<string, ChannelFacts>>;
  state?: AppDevice['state'];
  reasons?: Record<string, string>;
  /** What the device calls its channels. */
  labels?: Record<string, string>;
  /** When the newest sample came: milliseconds since 1970. */
  at?: number;
  node?: number;
  /** The gateway that it is behind, where it has a node; `G00033` unless said. */
  gateway?: string;
  /** Other gateways that have it too. */
  alsoBehind?: string[];
  firmware?: [number, number];
  simulated?: boolean;
  /** The mode of an instrument that is attached directly; `vcp` unless said. */
  mode?: ProtocolName;
  /** Whether it has VCP mode at all; so unless said. */
  hasVcp?: boolean;
}

export function appDevice(facts: DeviceFacts): AppDevice {
  const { serial, name = 'VCP-PTH450-CAL', alias = '', channels = CLIMATE, state = 'measuring', reasons = {} } = facts;
  const {
    gateway = 'G00033',
    alsoBehind = [],
    at = Date.now(),
    node,
    firmware = [2, 4],
    simulated = false,
    mode = 'vcp',
    hasVcp = true,
    labels = {},
    group = '',
    favorite = false,
  } = facts;
  const timestamp = new Date(at).toISOString();
  const vendor = 'Dracal technologies inc.';
  const valueOf = ({ value, unit }: ChannelFacts): Value | null =>
    value === null || state === 'silent' || state === 'starting' ? null : { magnitude: value, timestamp, unit };
  const definitionOf = (label: string, { description, unit, virtual = false }: ChannelFacts): ChannelDefinition => ({
    description,
    details: { virtual },
    label,
    type: 'Temperature',
    unit,
  });
  return {
    family: node === undefined ? 'usb' : 'gateway',
    serial,
    also_behind: alsoBehind,
    alias,
    note: '',
    group,
    favorite,
    channel_names: {},
    channel_labels: labels,
    sea_level_pressure_pa: 101_325,
    own_sea_level_pressure_pa: null,
    simulated,
    connected: true,
    last_seen: null,
    disconnect_reason: '',
    protocol: node === undefined ? mode : null,
    can_switch_protocol: node === undefined && !simulated && hasVcp,
    state,
    last_reading: state === 'starting' ? null : timestamp,
    reasons,
    counters: { samplings: 1284, rejected: 0 },
    device: {
      channel_list: Object.keys(channels),
      channels: Object.fromEntries(
        Object.entries(channels).map(([label, channel]) => [label, { period_ms: 500, value: valueOf(channel) }]),
      ),
      config: { protocol: { usb: true, vcp: hasVcp } },
      connections: {
        ...(node !== undefined && { gateway: { gateway_serial: gateway, node_id: node } }),
        usb: node === undefined ? { address: 20, bus: 2, product_id: '0505', vendor_id: '289B' } : null,
        vcp: node === undefined && mode === 'vcp' ? { port: '/dev/ttyACM0' } : null,
      },
      info: {
        firmware_version_major: firmware[0],
        firmware_version_minor: firmware[1],
        product: name,
        serial,
        vendor,
      },
      model: `${name}/v1`,
    },
    product: {
      channels: Object.fromEntries(
        Object.entries(channels).map(([label, channel]) => [label, definitionOf(label, channel)]),
      ),
      info: { interfaces: { usb: 'USB', vcp: 'Virtual COM port' }, name, sku: name, vendor },
      model: `${name}/v1`,
    },
  };
}

/** One sampling moment of a device, with these values. */
export function readings(device: AppDevice, values: Record<string, number | null>, at = Date.now()): ReadingsEvent {
  const { family, serial, product } = device;
  return {
    family,
    serial,
    timestamp: new Date(at).toISOString(),
    values: Object.fromEntries(
      Object.entries(values).map(([label, magnitude]) => [
        label,
        { magnitude, unit: product.channels[label]?.unit ?? '' },
      ]),
    ),
  };
}
