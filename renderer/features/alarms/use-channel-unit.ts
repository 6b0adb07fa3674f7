import type { ChannelRef } from '../../../service/contract/index.ts';
import { deviceKey } from '../../data/devices/key.ts';
import { useLive, useReadable } from '../../data/react.ts';

/** The contract's unit of a channel, as its device or one of its alarms tells it; empty where neither is known. */
export function useChannelUnit({ family, serial, channel }: ChannelRef): string {
  const { devices, alarms } = useLive();
  useReadable(devices.list);
  const known = devices.get(deviceKey({ family, serial }))?.device.product.channels[channel]?.unit;
  const alarm = useReadable(alarms.list).find(
    (one) => one.channel === channel && one.serial === serial && one.family === family,
  );
  return known ?? alarm?.unit ?? '';
}
