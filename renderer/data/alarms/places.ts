/** How the place that an alarm or a rule is about is called. */
import type { ChannelRef } from '../../../service/contract/index.ts';
import type { DeviceRecord } from '../devices/device-store.ts';
import { deviceName } from '../devices/words.ts';
import { channelName } from '../names/index.ts';

export interface Place {
  /** `Temperature`; the name in the API where nothing else is known. */
  channel: string;
  /** The user's own name for the device, or its product's; empty where nothing is known of it. */
  device: string;
  serial: string;
  isAttached: boolean;
}

/** @param record the device, where the window knows it */
export function placeOf({ serial, channel }: ChannelRef, record: DeviceRecord | undefined): Place {
  if (!record) return { channel, device: '', serial, isAttached: false };
  const { device, gone } = record;
  return { channel: channelName(device, channel), device: deviceName(device), serial, isAttached: gone === null };
}

/** `Temperature of Cold room (E24638)`; the serial alone where the device has no name. */
export function placeWords({ channel, device, serial }: Place): string {
  return device ? `${channel} of ${device} (${serial})` : `${channel} of ${serial}`;
}
