import { type AppDevice, distinctLabel, type StoredChannel } from '../../../service/contract/index.ts';
import { correctedChannel, isUncorrected } from '../corrections/labels.ts';
import { getOwn } from '../get-own.ts';

export interface NamedChannels {
  readonly channel_names: AppDevice['channel_names'];
  readonly channel_labels: AppDevice['channel_labels'];
  readonly product: Pick<AppDevice['product'], 'channels'>;
}

/** Empty if none. */
export function channelAlias({ channel_names }: Pick<NamedChannels, 'channel_names'>, label: string): string {
  return getOwn(channel_names, label)?.alias ?? '';
}

/** Empty if none. */
export function channelNote({ channel_names }: Pick<NamedChannels, 'channel_names'>, label: string): string {
  return getOwn(channel_names, label)?.note ?? '';
}

/** The device's own label if it distinguishes channels of the same quantity; else empty. */
export function channelLabel({ channel_labels, product }: NamedChannels, label: string): string {
  return distinctLabel(product.channels, channel_labels, label);
}

/**
 * The user's name, else the device's label, else the description, else the contract name. An uncorrected channel is
 * called as its corrected one: `Oven, uncorrected`.
 */
export function channelName(device: NamedChannels, label: string): string {
  const alias = channelAlias(device, label);
  if (!alias && isUncorrected(label)) return `${channelName(device, correctedChannel(label))}, uncorrected`;
  const description = getOwn(device.product.channels, label)?.description;
  return alias || channelLabel(device, label) || description || label;
}

/** Why a channel has no valid reading: `requires Atmospheric pressure`; empty if it has one. */
export function channelReason(device: NamedChannels & Pick<AppDevice, 'reasons'>, label: string): string {
  const reason = getOwn(device.reasons, label) ?? '';
  const sources = getOwn(device.product.channels, label)?.details.virtual && /^requires (.+)$/.exec(reason)?.[1];
  if (!sources) return reason;
  const names = sources.split(', ').map((source) => channelName(device, source));
  return `requires ${names.join(', ')}`;
}

/** As `channelName`, for a disconnected device. */
export function storedChannelName({ label, description, channel }: Partial<StoredChannel>): string {
  return label || description || (channel ?? '');
}
