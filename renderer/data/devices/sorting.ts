import type { DeviceRecord } from './device-store.ts';
import { compareIdentities, type DeviceGroup, groupDevices } from './grouping.ts';
import { deviceName } from './labels.ts';
import { mainChannel } from './row-channels.ts';

/** `connection`: by gateway; `group`: by the user's groups; `value`: by quantity. The other orders have no groups. */
export type DeviceOrder = 'connection' | 'group' | 'name' | 'value' | 'alarm' | 'seen';

/** In the order of the choice. */
export const DEVICE_ORDERS: readonly { value: DeviceOrder; word: string }[] = [
  { value: 'connection', word: 'By connection' },
  { value: 'group', word: 'By group' },
  { value: 'name', word: 'By name' },
  { value: 'value', word: 'By value' },
  { value: 'alarm', word: 'Alarms first' },
  { value: 'seen', word: 'Recently seen first' },
];

export interface SortOptions {
  /** The user's names of gateways, by serial number. */
  names: ReadonlyMap<string, string>;
  /** Whether the device with this key has an active alarm. */
  hasAlarm: (key: string) => boolean;
  /** The value of the main channel to sort by; null without one. It need not be the newest. */
  valueOf: (record: DeviceRecord) => number | null;
}

const collator = new Intl.Collator(undefined, { numeric: true });

type Compare = (a: DeviceRecord, b: DeviceRecord) => number;

const byName: Compare = (a, b) =>
  collator.compare(deviceName(a.device), deviceName(b.device)) || compareIdentities(a.device, b.device);

/** Connected devices are all seen now: between them, readings must not move rows. */
const bySeen: Compare = (a, b) => {
  if (a.gone && b.gone) return b.gone.since - a.gone.since || byName(a, b);
  return Number(a.gone !== null) - Number(b.gone !== null) || byName(a, b);
};

/** The rows of the list, in groups: favorites first in every order. */
export function sortDevices(
  records: readonly DeviceRecord[],
  order: DeviceOrder,
  options: SortOptions,
): DeviceGroup<DeviceRecord>[] {
  const favorites = records.filter(({ device }) => device.favorite);
  if (favorites.length === 0) return sortOthers(records, order, options);
  // Flat, by the same order as the others: a gateway or group of one favorite needs no title.
  const items = sortOthers(favorites, order, options).flatMap((group) => group.items);
  const others = records.filter(({ device }) => !device.favorite);
  return [{ key: 'favorites', title: 'Favorites', items }, ...sortOthers(others, order, options)];
}

function sortOthers(
  records: readonly DeviceRecord[],
  order: DeviceOrder,
  options: SortOptions,
): DeviceGroup<DeviceRecord>[] {
  if (records.length === 0) return [];
  if (order === 'connection') return groupDevices(records, options.names);
  if (order === 'group') return userGroups(records);
  if (order === 'value') return quantities(records, options);
  const { hasAlarm } = options;
  const byAlarm: Compare = (a, b) => Number(hasAlarm(b.key)) - Number(hasAlarm(a.key)) || byName(a, b);
  const compare = { name: byName, alarm: byAlarm, seen: bySeen }[order];
  const title = DEVICE_ORDERS.find(({ value }) => value === order)?.word ?? '';
  return [{ key: '', title, items: records.toSorted(compare) }];
}

/** Devices without a group come last. */
function userGroups(records: readonly DeviceRecord[]): DeviceGroup<DeviceRecord>[] {
  const groups = Map.groupBy(records, ({ device }) => device.group);
  return [...groups]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || collator.compare(a, b))
    .map(([name, items]) => ({
      key: `group ${name}`,
      title: name || 'No group',
      userGroup: name,
      items: items.toSorted(byName),
    }));
}

/** Largest value first, and devices without a value last. Values of different quantities have no order. */
function quantities(records: readonly DeviceRecord[], { valueOf }: SortOptions): DeviceGroup<DeviceRecord>[] {
  const byValue: Compare = (a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byName(a, b);
    return second - first || byName(a, b);
  };
  const groups = Map.groupBy(records, ({ device }) => {
    const channel = mainChannel(device);
    return channel ? `${channel.type} ${channel.unit}` : '';
  });
  return [...groups]
    .map(([quantity, items]) => {
      const names = items.flatMap(({ device }) => mainChannel(device)?.description ?? []);
      const title = names.toSorted(collator.compare)[0] ?? 'No channels';
      return { key: `quantity ${quantity}`, title, items: items.toSorted(byValue) };
    })
    .toSorted((a, b) => collator.compare(a.title, b.title) || collator.compare(a.key, b.key));
}
