import type { ChannelRef } from '../../../service/contract/index.ts';
import { type ChannelLabel, channelLabel } from '../../data/alarms/channel-label.ts';
import { deviceKey } from '../../data/devices/key.ts';
import { useLive, useReadable } from '../../data/react.ts';

/** Finds the names of a channel and its device; renders again when a device changes. */
export function usePlaces(): (channel: ChannelRef) => ChannelLabel {
  const { devices } = useLive();
  useReadable(devices.list);
  return (channel) => channelLabel(channel, devices.get(deviceKey(channel)));
}
