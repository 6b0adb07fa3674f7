import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import type { ChannelGroup, KnownChannel } from '../../data/compare/known-channels.ts';

/** The chosen channels in the order of the choice. One that nothing is known of now is shown by its name in the API. */
export function channelsToShow(chosen: readonly ChannelRef[], groups: readonly ChannelGroup[]): KnownChannel[] {
  const known = new Map(groups.flatMap(({ channels }) => channels).map((channel) => [channel.path, channel]));
  return chosen.map((ref) => {
    const path = channelPath(ref);
    const unknown = { path, ref, name: ref.channel, device: ref.serial, unit: '', simulated: false, attached: false };
    return known.get(path) ?? unknown;
  });
}
