import { type DeviceKey, deviceKey, type StoredChannel } from '../../../service/contract/index.ts';
import { compareIdentities } from '../devices/grouping.ts';

export interface StoredDevice extends DeviceKey {
  key: string;
  /** Most recent product name. */
  product: string;
  /** Milliseconds since 1970. */
  first: number;
  last: number;
  channels: readonly StoredChannel[];
}

/** USB devices first, then by serial number. */
export function storedDevices(channels: readonly StoredChannel[]): StoredDevice[] {
  const groups = Map.groupBy(channels, deviceKey);
  const devices = [...groups].map(([key, members]) => {
    const newest = members.reduce((a, b) => (Date.parse(a.last) >= Date.parse(b.last) ? a : b));
    const first = members.reduce(
      (least, channel) => Math.min(least, Date.parse(channel.first)),
      Number.POSITIVE_INFINITY,
    );
    const { family, serial, product } = newest;
    return { key, family, serial, product, first, last: Date.parse(newest.last), channels: members };
  });
  return devices.toSorted(compareIdentities);
}
