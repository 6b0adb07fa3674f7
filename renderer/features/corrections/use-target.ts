import { useMemo } from 'react';
import {
  type ChannelCorrection,
  type ChannelDefinition,
  type ChannelRef,
  channelPath,
  deviceKey,
  UNCORRECTED_SUFFIX,
} from '../../../service/contract/index.ts';
import { rawRoute } from '../../app/guarded-location.ts';
import { canCorrect } from '../../data/corrections/labels.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { getOwn } from '../../data/get-own.ts';
import { useDevice, useLive, useReadable } from '../../data/react.ts';
import { correctionOfRoute } from './routes.ts';

/** The channel of the page. */
export interface TargetChannel {
  readonly of: ChannelRef;
  readonly record: DeviceRecord;
  readonly definition: ChannelDefinition;
  readonly name: string;
  readonly deviceName: string;
  /** The channel with the values before the correction, `temperature_uncorrected`; without a correction the same. */
  readonly measured: string;
}

/** The channel in the address; undefined if the device is unknown, or has no such channel to correct. */
export function useTargetChannel(): TargetChannel | undefined {
  const target = correctionOfRoute(useReadable(rawRoute));
  const path = target ? channelPath(target.of) : '';
  // The same object while the channel is the same.
  // oxlint-disable-next-line react/exhaustive-deps -- the path is the channel
  const of = useMemo(() => target?.of, [path]);
  const record = useDevice(of ? deviceKey(of) : '');
  const definition = of && record && getOwn(record.device.product.channels, of.channel);
  if (!of || !record || !definition || !canCorrect(of, definition)) return undefined;
  const { device } = record;
  const before = `${of.channel}${UNCORRECTED_SUFFIX}`;
  const measured = device.device.channel_list.includes(before) ? before : of.channel;
  return { of, record, definition, name: channelName(device, of.channel), deviceName: deviceName(device), measured };
}

/** Of a channel, with all versions; undefined if it never had a correction. */
export function useCorrection(of: ChannelRef): ChannelCorrection | undefined {
  return useReadable(useLive().corrections.known).get(channelPath(of))?.view;
}
