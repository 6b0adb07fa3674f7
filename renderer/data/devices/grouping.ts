/** The device list's order and search. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { gatewayTitle } from '../gateways/words.ts';
import { channelAlias } from '../names/index.ts';
import type { DeviceIdentity } from './key.ts';

export interface DeviceGroup<T> {
  title: string;
  items: T[];
}

const collator = new Intl.Collator(undefined, { numeric: true });

const DIRECT = 'USB and serial';

function groupTitle({ family, device }: AppDevice): string {
  if (family === 'usb') return DIRECT;
  return gatewayTitle(device.connections.gateway?.gateway_serial ?? 'unknown');
}

/** Directly attached devices first, then by serial: an order that a new name does not change. */
export function compareIdentities(a: DeviceIdentity, b: DeviceIdentity): number {
  return Number(a.family !== 'usb') - Number(b.family !== 'usb') || collator.compare(a.serial, b.serial);
}

/** By node on a gateway, else by serial. */
function compare(a: AppDevice, b: AppDevice): number {
  const nodes = (a.device.connections.gateway?.node_id ?? 0) - (b.device.connections.gateway?.node_id ?? 0);
  return nodes || collator.compare(a.serial, b.serial);
}

/** Groups devices by how they are connected: directly attached ones first, then each gateway's. */
export function groupDevices<T extends { device: AppDevice }>(records: readonly T[]): DeviceGroup<T>[] {
  const groups = Map.groupBy(records, ({ device }) => groupTitle(device));
  return [...groups]
    .map(([title, items]) => ({ title, items: items.toSorted((a, b) => compare(a.device, b.device)) }))
    .toSorted((a, b) => Number(b.title === DIRECT) - Number(a.title === DIRECT) || collator.compare(a.title, b.title));
}

/** Whether a device has every word of the search in its names, serials or channels. */
export function matchesSearch(device: AppDevice, search: string): boolean {
  const { alias, serial, product, simulated } = device;
  const channels = Object.values(product.channels).flatMap(({ label, description }) => [
    label,
    description,
    channelAlias(device, label),
  ]);
  const gateway = device.device.connections.gateway?.gateway_serial ?? '';
  const port = device.device.connections.vcp?.port ?? '';
  const text = [alias, serial, device.device.info.product, gateway, port, simulated ? 'simulated' : '', ...channels]
    .join('\n')
    .toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
