import { type ChannelRef, distinctLabel } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';

export interface NameSource {
  registry: Pick<Service['registry'], 'get'>;
  names: Service['names'];
  settings: Pick<Service['settings'], 'get'>;
}

/** The user's names: `channel` is `Temperature`, `device` is `Cold room`, or empty if only the serial number is known. */
export function describeChannel(
  { family, serial, channel }: ChannelRef,
  { registry, names }: Pick<NameSource, 'registry' | 'names'>,
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
