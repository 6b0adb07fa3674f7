import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import { deviceKey } from '../../data/devices/key.ts';
import type { ChartChannel } from './types.ts';

/** A channel to draw, by what tells it from all others and how it looks. */
export function chartChannel(
  ref: ChannelRef,
  look: Omit<ChartChannel, 'key' | 'ref' | 'deviceKey' | 'label'>,
): ChartChannel {
  return { key: channelPath(ref), ref, deviceKey: deviceKey(ref), label: ref.channel, ...look };
}
