import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import { deviceKey } from '../../data/devices/key.ts';
import type { ChartChannel } from './types.ts';

export function chartChannel(
  ref: ChannelRef,
  look: Omit<ChartChannel, 'key' | 'ref' | 'deviceKey' | 'label'>,
): ChartChannel {
  return { key: channelPath(ref), ref, deviceKey: deviceKey(ref), label: ref.channel, ...look };
}
