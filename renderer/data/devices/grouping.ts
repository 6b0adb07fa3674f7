import type { AppDevice, DeviceKey } from '../../../service/contract/index.ts';
import { matchesWords } from '../format/text.ts';
import { type GatewayNames, gatewayTitle } from '../gateways/labels.ts';
import { channelAlias, channelNote } from './channel-name.ts';

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

const UNNAMED: GatewayNames = new Map();

/** Empty for this computer, else the serial number of the gateway. */
function groupKey({ family, device }: AppDevice): string {
  return family === 'usb' ? '' : (device.connections.gateway?.gateway_serial ?? 'unknown');
}

function groupTitle(serial: string, names: GatewayNames): string {
  if (serial === '') return DIRECT;
  const name = names.get(serial);
  // Gateways may share a name.
  return name && name !== serial ? `${name} · ${serial}` : gatewayTitle(serial);
}

/** USB devices first, then by serial number: independent of names. */
export function compareIdentities(a: DeviceKey, b: DeviceKey): number {
  return Number(a.family !== 'usb') - Number(b.family !== 'usb') || collator.compare(a.serial, b.serial);
}

function compare(a: AppDevice, b: AppDevice): number {
  const nodes = (a.device.connections.gateway?.node_id ?? 0) - (b.device.connections.gateway?.node_id ?? 0);
  return nodes || collator.compare(a.serial, b.serial);
}

/** USB devices first, then by gateway. */
export function groupDevices<T extends { device: AppDevice }>(
  records: readonly T[],
  names: GatewayNames = UNNAMED,
): DeviceGroup<T>[] {
  const groups = Map.groupBy(records, ({ device }) => groupKey(device));
  return [...groups]
    .toSorted(([a], [b]) => collator.compare(a, b))
    .map(([serial, items]) => ({
      key: `gateway ${serial}`,
      title: groupTitle(serial, names),
      items: items.toSorted((a, b) => compare(a.device, b.device)),
    }));
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
    ...channels,
    ...Object.values(channel_labels),
  ]);
}
