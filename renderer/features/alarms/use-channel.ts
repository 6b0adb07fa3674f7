import { type ChannelRef, type DisplayUnit, deviceKey } from '../../../service/contract/index.ts';
import { type ChannelLabel, channelLabel } from '../../data/alarms/channel-label.ts';
import { getOwn } from '../../data/get-own.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';

/** Finds the display unit of a channel from its device or one of its alarms; the empty unit if neither is known. */
export function useUnitOf(): (channel: ChannelRef) => DisplayUnit {
  const { devices, alarms } = useLive();
  const units = useDisplayUnits();
  useReadable(devices.list);
  const known = useReadable(alarms.list);
  return ({ family, serial, channel }) => {
    const product = devices.get(deviceKey({ family, serial }))?.device.product;
    const definition = product && getOwn(product.channels, channel);
    const alarm = known.find((one) => one.channel === channel && one.serial === serial && one.family === family);
    return units.of(definition?.unit ?? alarm?.unit ?? '');
  };
}

/** Finds the names of a channel and its device; renders again when a device changes. */
export function usePlaces(): (channel: ChannelRef) => ChannelLabel {
  const { devices } = useLive();
  useReadable(devices.list);
  return (channel) => channelLabel(channel, devices.get(deviceKey(channel)));
}
