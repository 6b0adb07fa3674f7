import type { ChartChannel } from '../channels.ts';

/** The name of a legend entry in the order that it is shown. */
export interface EntryName {
  readonly first: string;
  /** Undefined where all charts are of one device. */
  readonly second?: string;
  /** The part that other entries of the panel have too, cut before the other one; undefined if both are needed. */
  readonly shared?: 'first' | 'second' | undefined;
}

/** Where a panel shows one channel of several devices, the devices come first. @param all channels of the panel */
export function entryName(channel: ChartChannel, all: readonly ChartChannel[]): EntryName {
  const { description, device } = channel;
  if (device === undefined) return { first: description };
  const others = all.filter((other) => other !== channel);
  const hasSameName = (other: ChartChannel): boolean => other.description === description;
  if (others.length > 0 && others.every(hasSameName)) return { first: device, second: description, shared: 'second' };
  const isNameShared = others.some(hasSameName);
  const isDeviceShared = others.some((other) => other.device === device);
  const shared = isNameShared ? 'first' : 'second';
  return { first: description, second: device, shared: isNameShared && isDeviceShared ? undefined : shared };
}
