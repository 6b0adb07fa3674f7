/** Restores the product's channel order: members of JSON objects arrive sorted by name. */
import type { AppDevice, ChannelDefinition } from '../../../service/contract/index.ts';
import { getOwn } from '../get-own.ts';

export interface ChannelSource {
  device: { channel_list: readonly string[] };
  product: Pick<AppDevice['product'], 'channels'>;
}

/** Known definitions only. */
export function channelsOf({ device, product }: ChannelSource): ChannelDefinition[] {
  return device.channel_list.flatMap((label) => getOwn(product.channels, label) ?? []);
}
