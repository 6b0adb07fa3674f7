import type { DeviceRecord } from './device-store.ts';
import { compareIdentities, type DeviceGroup, groupDevices } from './grouping.ts';
import { deviceName } from './labels.ts';

/** `connection`: in groups, by gateway. The other orders have no groups. */
export type DeviceOrder = 'connection' | 'name' | 'alarm' | 'seen';

/** In the order of the choice. */
export const DEVICE_ORDERS: readonly { value: DeviceOrder; word: string }[] = [
  { value: 'connection', word: 'By connection' },
  { value: 'name', word: 'By name' },
  { value: 'alarm', word: 'Alarms first' },
  { value: 'seen', word: 'Recently seen first' },
];

export interface SortOptions {
  /** The user's names of gateways, by serial number. */
  names: ReadonlyMap<string, string>;
  /** Whether the device with this key has an active alarm. */
  hasAlarm: (key: string) => boolean;
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

/** The rows of the list, in groups. */
export function sortDevices(
  records: readonly DeviceRecord[],
  order: DeviceOrder,
  { names, hasAlarm }: SortOptions,
): DeviceGroup<DeviceRecord>[] {
  if (order === 'connection') return groupDevices(records, names);
  const byAlarm: Compare = (a, b) => Number(hasAlarm(b.key)) - Number(hasAlarm(a.key)) || byName(a, b);
  const compare = { name: byName, alarm: byAlarm, seen: bySeen }[order];
  const title = DEVICE_ORDERS.find(({ value }) => value === order)?.word ?? '';
  return records.length === 0 ? [] : [{ title, items: records.toSorted(compare) }];
}
