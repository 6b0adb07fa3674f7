import { type ChannelRef, deviceKey } from '../../../service/contract/index.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { useDevice } from '../../data/react.ts';

export interface InputNames {
  /** `Temperature` */
  readonly channel: string;
  /** Empty for a computed channel, which has the name of its device; the serial number of an unknown device. */
  readonly device: string;
  /** `Temperature, Cold room` */
  readonly words: string;
  readonly isKnown: boolean;
}

export function useInputNames(of: ChannelRef): InputNames {
  const known = useDevice(deviceKey(of))?.device;
  if (known && of.family === 'computed') {
    const channel = deviceName(known);
    return { channel, device: '', words: channel, isKnown: true };
  }
  const channel = known ? channelName(known, of.channel) : of.channel;
  const device = known ? deviceName(known) : of.serial;
  return { channel, device, words: `${channel}, ${device}`, isKnown: known !== undefined };
}
