import type { ChannelRef } from '../../../service/contract/index.ts';
import { channelName } from '../devices/channel-name.ts';
import type { DeviceRecord } from '../devices/device-store.ts';
import { COMPUTED_FAMILY, deviceName } from '../devices/labels.ts';

export interface ChannelLabel {
  /** `Temperature`; the contract name if the device is unknown. */
  channel: string;
  /** The user's name for the device, or its product; empty if unknown. */
  device: string;
  /** Empty for a known computed channel, whose ID means nothing to the user. */
  serial: string;
  isAttached: boolean;
}

/** @param record undefined for a device unknown to the window */
export function channelLabel({ serial, channel }: ChannelRef, record: DeviceRecord | undefined): ChannelLabel {
  if (!record) return { channel, device: '', serial, isAttached: false };
  const { device, gone } = record;
  const isAttached = gone === null;
  if (device.family === 'computed')
    return { channel: deviceName(device), device: COMPUTED_FAMILY, serial: '', isAttached };
  return { channel: channelName(device, channel), device: deviceName(device), serial, isAttached };
}

/** `Temperature · Cold room (E24638)`; without a device name `temperature · E24638`. */
export function formatChannelLabel({ channel, device, serial }: ChannelLabel): string {
  if (serial === '') return `${channel} · ${device}`;
  return device ? `${channel} · ${device} (${serial})` : `${channel} · ${serial}`;
}
