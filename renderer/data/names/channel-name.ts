import { type AppDevice, distinctLabel, type StoredChannel } from '../../../service/contract/index.ts';

/** What tells a device's channels by name. */
export interface NamedChannels {
  readonly channel_names: AppDevice['channel_names'];
  readonly channel_labels: AppDevice['channel_labels'];
  readonly product: Pick<AppDevice['product'], 'channels'>;
}

/** The user's own name for a channel; empty when there is none. */
export function channelAlias({ channel_names }: Pick<NamedChannels, 'channel_names'>, label: string): string {
  return Object.hasOwn(channel_names, label) ? (channel_names[label]?.alias ?? '') : '';
}

/** What the user wrote about a channel; empty when nothing. */
export function channelNote({ channel_names }: Pick<NamedChannels, 'channel_names'>, label: string): string {
  return Object.hasOwn(channel_names, label) ? (channel_names[label]?.note ?? '') : '';
}

/** The device's own label of a channel, where that tells it from others of the device; else empty. */
export function channelLabel({ channel_labels, product }: NamedChannels, label: string): string {
  return distinctLabel(product.channels, channel_labels, label);
}

/**
 * The user's own name for a channel, else what it measures in words, else its name in the API. Where channels of the
 * device measure the same, the device's own label tells them apart.
 */
export function channelName(device: NamedChannels, label: string): string {
  const { channels } = device.product;
  const description = Object.hasOwn(channels, label) ? channels[label]?.description : undefined;
  return channelAlias(device, label) || channelLabel(device, label) || description || label;
}

/** The same of a channel whose device is not attached. */
export function storedChannelName({ label, description, channel }: Partial<StoredChannel>): string {
  return label || description || (channel ?? '');
}
