import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import type { ChannelGroup, SelectableChannel } from '../../data/compare/selectable-channels.ts';

/** The selected channels in the order of selection. An unavailable one has its contract name. */
export function channelsToShow(chosen: readonly ChannelRef[], groups: readonly ChannelGroup[]): SelectableChannel[] {
  const known = new Map(groups.flatMap(({ channels }) => channels).map((channel) => [channel.path, channel]));
  return chosen.map((ref) => {
    const path = channelPath(ref);
    const unknown = { path, ref, name: ref.channel, device: ref.serial, unit: '', simulated: false, attached: false };
    return known.get(path) ?? unknown;
  });
}

/** The selected channels that are unavailable; listed so that each can be deselected. */
export function groupsNotKnown(shown: readonly SelectableChannel[], groups: readonly ChannelGroup[]): ChannelGroup[] {
  const known = new Set(groups.flatMap(({ channels }) => channels).map(({ path }) => path));
  const unknown = shown.filter(({ path }) => !known.has(path));
  return [...Map.groupBy(unknown, ({ ref }) => `${ref.family}/${ref.serial}`)].map(([key, channels]) => ({
    key: `unknown ${key}`,
    device: channels[0]?.device ?? '',
    serial: channels[0]?.ref.serial ?? '',
    attached: false,
    channels,
  }));
}
