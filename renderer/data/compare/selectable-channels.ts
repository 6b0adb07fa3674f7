/** Channels with data: of connected devices and in the history. */

import {
  type AppDevice,
  type ChannelRef,
  channelPath,
  deviceKey,
  type StoredChannel,
} from '../../../service/contract/index.ts';
import type { DecimalsOf } from '../computed/decimals.ts';
import { channelName, storedChannelName } from '../devices/channel-name.ts';
import { channelsOf } from '../devices/channels.ts';
import { compareIdentities } from '../devices/grouping.ts';
import { COMPUTED_FAMILY, deviceName } from '../devices/labels.ts';
import { matchesWords } from '../format/text.ts';

export interface SelectableChannel {
  /** `channelPath(ref)` */
  path: string;
  ref: ChannelRef;
  /** The user's name for it, or what it measures. */
  name: string;
  /** The device's alias or product; the family of a computed channel. */
  device: string;
  /** Contract unit. */
  unit: string;
  /** Of its values, if the user has set them. */
  decimals?: number | undefined;
  simulated: boolean;
  attached: boolean;
}

export interface ChannelGroup {
  /** `family/serial`; `computed` for all computed channels. */
  key: string;
  device: string;
  /** Empty for computed channels. */
  serial: string;
  attached: boolean;
  channels: SelectableChannel[];
}

function ofDevice(device: AppDevice, decimals: number | undefined): SelectableChannel[] {
  return channelsOf(device).map(({ label, unit }) => {
    const ref: ChannelRef = { family: device.family, serial: device.serial, channel: label };
    const name = channelName(device, label);
    const { simulated } = device;
    return {
      path: channelPath(ref),
      ref,
      name,
      device: device.family === 'computed' ? COMPUTED_FAMILY : deviceName(device),
      unit,
      decimals,
      simulated,
      attached: device.connected,
    };
  });
}

function ofStored(stored: StoredChannel): SelectableChannel {
  const { family, serial, channel, unit, product } = stored;
  const ref: ChannelRef = { family, serial, channel };
  const path = channelPath(ref);
  const device = family === 'computed' ? COMPUTED_FAMILY : product;
  return { path, ref, name: storedChannelName(stored), device, unit, simulated: false, attached: false };
}

/**
 * Channels of the devices first, then the other stored ones.
 * @param decimalsOf those that the user has set
 */
export function selectableChannels(
  devices: readonly AppDevice[],
  stored: readonly StoredChannel[],
  decimalsOf: DecimalsOf = () => undefined,
): ChannelGroup[] {
  const attached = devices.toSorted(compareIdentities).flatMap((device) => ofDevice(device, decimalsOf(device)));
  const paths = new Set(attached.map(({ path }) => path));
  const disconnected = stored
    .toSorted(compareIdentities)
    .map(ofStored)
    .filter(({ path }) => !paths.has(path));
  return groupChannels([...attached, ...disconnected]);
}

/** By device; all computed channels together. @param prefix of the keys */
export function groupChannels(all: readonly SelectableChannel[], prefix = ''): ChannelGroup[] {
  return [...Map.groupBy(all, ({ ref }) => prefix + groupKeyOf(ref))].map(([key, channels]) => ({
    key,
    device: channels[0]?.device ?? '',
    serial: channels[0]?.ref.family === 'computed' ? '' : (channels[0]?.ref.serial ?? ''),
    attached: channels.some((channel) => channel.attached),
    channels,
  }));
}

function groupKeyOf(ref: ChannelRef): string {
  return ref.family === 'computed' ? ref.family : deviceKey(ref);
}

/** Groups with a channel that matches every word. */
export function searchChannels(groups: readonly ChannelGroup[], search: string): ChannelGroup[] {
  const has = ({ name, device, unit, ref, simulated }: SelectableChannel): boolean =>
    matchesWords(search, [name, device, unit, ref.serial, ref.channel, simulated ? 'simulated' : '']);
  return groups
    .map((group) => ({ ...group, channels: group.channels.filter(has) }))
    .filter(({ channels }) => channels.length > 0);
}
