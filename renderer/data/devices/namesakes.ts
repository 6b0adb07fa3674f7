import type { DeviceRecord } from './device-store.ts';
import { deviceName } from './labels.ts';

/** The keys of devices that share their name with another: only the serial number tells them apart. */
export function namesakesIn(records: readonly DeviceRecord[]): ReadonlySet<string> {
  const byName = Map.groupBy(records, ({ device }) => deviceName(device));
  const shared = [...byName.values()].filter(({ length }) => length > 1);
  return new Set(shared.flat().map(({ key }) => key));
}
