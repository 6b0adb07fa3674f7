import type { AppDevice, DeviceKey, Family } from '../../../service/contract/index.ts';
import { matchesWords } from '../format/text.ts';
import { type GatewayNames, gatewayTitle } from '../gateways/labels.ts';
import { channelAlias, channelNote } from './channel-name.ts';
import { deviceName } from './labels.ts';

export interface DeviceGroup<T> {
  /** Unique in the list and the same in every window; empty for the only group of an order without groups. */
  key: string;
  title: string;
  /** The user's group; empty for devices without one, undefined in other orders. */
  userGroup?: string;
  items: T[];
}

const collator = new Intl.Collator(undefined, { numeric: true });

const DIRECT = 'This computer';
const COMPUTED = 'Computed channels';

/** The order of the families in every list. */
const FAMILY_RANK: Readonly<Record<Family, number>> = { usb: 0, gateway: 1, computed: 2 };

const UNNAMED: GatewayNames = new Map();

/** Empty for this computer and for computed channels, else the serial number of the gateway. */
function gatewayOf({ family, device }: AppDevice): string {
  return family === 'gateway' ? (device.connections.gateway?.gateway_serial ?? 'unknown') : '';
}

function groupTitle(serial: string, names: GatewayNames): string {
  if (serial === '') return DIRECT;
  const name = names.get(serial);
  // Gateways may share a name.
  return name && name !== serial ? `${name} · ${serial}` : gatewayTitle(serial);
}

/** By family, then by serial number: independent of names. */
export function compareIdentities(a: DeviceKey, b: DeviceKey): number {
  return FAMILY_RANK[a.family] - FAMILY_RANK[b.family] || collator.compare(a.serial, b.serial);
}

/** Computed channels by name: their serial numbers are unknown to the user. */
function compare(a: AppDevice, b: AppDevice): number {
  if (a.family === 'computed' && b.family === 'computed') {
    return collator.compare(deviceName(a), deviceName(b)) || collator.compare(a.serial, b.serial);
  }
  const nodes = (a.device.connections.gateway?.node_id ?? 0) - (b.device.connections.gateway?.node_id ?? 0);
  return nodes || collator.compare(a.serial, b.serial);
}

/** USB devices first, then by gateway, then computed channels. */
export function groupDevices<T extends { device: AppDevice }>(
  records: readonly T[],
  names: GatewayNames = UNNAMED,
): DeviceGroup<T>[] {
  const sorted = (items: readonly T[]): T[] => items.toSorted((a, b) => compare(a.device, b.device));
  const { computed = [], others = [] } = Object.groupBy(records, ({ device }) =>
    device.family === 'computed' ? 'computed' : 'others',
  );
  const groups = [...Map.groupBy(others, ({ device }) => gatewayOf(device))]
    .toSorted(([a], [b]) => collator.compare(a, b))
    .map(([serial, items]) => ({
      key: `gateway ${serial}`,
      title: groupTitle(serial, names),
      items: sorted(items),
    }));
  return computed.length === 0 ? groups : [...groups, { key: 'computed', title: COMPUTED, items: sorted(computed) }];
}

/** Matches names, notes, groups, serial numbers, products, channels, stored units and the gateway's name. */
export function matchesSearch(device: AppDevice, search: string, names: GatewayNames = UNNAMED): boolean {
  const { alias, note, group, favorite, serial, product, simulated, connected, channel_labels } = device;
  const channels = Object.values(product.channels).flatMap(({ label, description, unit }) => [
    label,
    description,
    unit,
    channelAlias(device, label),
    channelNote(device, label),
  ]);
  const gateway = device.device.connections.gateway?.gateway_serial ?? '';
  const port = device.device.connections.vcp?.port ?? '';
  return matchesWords(search, [
    alias,
    note,
    group,
    favorite ? 'favorite' : '',
    serial,
    device.device.info.product,
    product.info.name,
    product.info.vendor,
    gateway,
    names.get(gateway),
    port,
    simulated ? 'simulated' : '',
    connected ? '' : 'disconnected',
    device.family === 'computed' ? 'computed' : '',
    ...channels,
    ...Object.values(channel_labels),
  ]);
}
