import { type ChannelRef, distinctLabel } from '../contract/index.ts';
import type { DeviceDescription, DeviceKey } from './types.ts';

/** Where the user's names of devices and channels come from. */
export interface ChannelNameSource {
  registry: { get(device: DeviceKey): { description: DeviceDescription } | undefined };
  names: { get(device: DeviceKey): { alias: string; channelNames: Readonly<Record<string, { alias: string }>> } };
}

/** The user's names: `channel` is `Temperature`, `device` is `Cold room`, or empty if only the serial number is known. */
export function describeChannel(
  { family, serial, channel }: ChannelRef,
  { registry, names }: ChannelNameSource,
): { channel: string; device: string } {
  const key = { family, serial };
  const description = registry.get(key)?.description;
  const { alias, channelNames } = names.get(key);
  const own = Object.hasOwn(channelNames, channel) ? channelNames[channel]?.alias : undefined;
  const { product, labels = {} } = description ?? {};
  const label = product && distinctLabel(product.channels, labels, channel);
  return {
    channel: own || label || description?.product.channels[channel]?.description || channel,
    device: alias || description?.productName || '',
  };
}
