import type { ChannelRef } from '../../../service/contract/index.ts';
import { channelName } from '../devices/channel-name.ts';
import type { DeviceRecord } from '../devices/device-store.ts';
import { deviceName } from '../devices/labels.ts';

export interface ChannelLabel {
  /** `Temperature`; the contract name if the device is unknown. */
  channel: string;
  /** The user's name for the device, or its product; empty if unknown. */
  device: string;
  serial: string;
  isAttached: boolean;
}

/** @param record undefined for a device unknown to the window */
export function channelLabel({ serial, channel }: ChannelRef, record: DeviceRecord | undefined): ChannelLabel {
  if (!record) return { channel, device: '', serial, isAttached: false };
  const { device, gone } = record;
  return { channel: channelName(device, channel), device: deviceName(device), serial, isAttached: gone === null };
}

/** `Temperature · Cold room (E24638)`; without a device name `temperature · E24638`. */
export function formatChannelLabel({ channel, device, serial }: ChannelLabel): string {
  return device ? `${channel} · ${device} (${serial})` : `${channel} · ${serial}`;
}
