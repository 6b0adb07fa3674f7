/** What the user reads instead of a channel's name in the API. */
import type { AppDevice } from '../../../service/contract/index.ts';

/** What tells a device's channels by name. */
export interface NamedChannels {
  readonly channel_names: AppDevice['channel_names'];
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

/** The user's own name for a channel, else what it measures in words, else its name in the API. */
export function channelName(device: NamedChannels, label: string): string {
  const { channels } = device.product;
  const description = Object.hasOwn(channels, label) ? channels[label]?.description : undefined;
  return channelAlias(device, label) || description || label;
}
