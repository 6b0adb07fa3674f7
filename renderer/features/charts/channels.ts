import { type ChannelRef, channelPath, deviceKey, type Precision } from '../../../service/contract/index.ts';

export interface ChartChannel {
  /** Unique among all devices: `channelPath(ref)`. */
  readonly key: string;
  readonly ref: ChannelRef;
  /** Key in the sample store: `deviceKey(ref)`. */
  readonly deviceKey: string;
  /** The contract name. */
  readonly label: string;
  /** The display name. */
  readonly description: string;
  /** The device's name, if several devices share the charts. */
  readonly device?: string;
  /** The contract's unit, independent of the display unit. */
  readonly unit: string;
  /** Of its values, if the user has set them. */
  readonly decimals?: number;
  /** Series index from 0 (`seriesColor`); larger numbers wrap around. */
  readonly color: number;
  /** Dash pattern in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** From a simulated device, whose readings may not be stored. */
  readonly simulated: boolean;
  /** Hidden until the user shows it. */
  readonly startsHidden?: boolean;
}

/** Channels computed from measured quantities. Illuminance is not: it stands for the sensor's raw numbers. */
const COMPUTED = new Set(['dew_point', 'internal_dew_point', 'humidex', 'heat_index', 'altitude']);

/** Whether a channel is computed from others. @param label `dew_point_2` counts as `dew_point` */
export function isComputed(label: string): boolean {
  return COMPUTED.has(label.replace(/_\d+$/, ''));
}

export function chartChannel(
  ref: ChannelRef,
  style: Omit<ChartChannel, 'key' | 'ref' | 'deviceKey' | 'label'>,
): ChartChannel {
  return { key: channelPath(ref), ref, deviceKey: deviceKey(ref), label: ref.channel, ...style };
}

/** For `DisplayUnit.format`. */
export function precisionOf({ decimals, label }: Pick<ChartChannel, 'decimals' | 'label'>): Precision {
  return decimals ?? label;
}

/** The key of the device of all channels; null for several devices. */
export function onlyDevice(channels: readonly ChartChannel[]): string | null {
  const [key, ...others] = new Set(channels.map((channel) => channel.deviceKey));
  return key === undefined || others.length > 0 ? null : key;
}

/** `Temperature · Cold room` */
export function channelTitle({ description, device }: ChartChannel): string {
  return device ? `${description} · ${device}` : description;
}

/** The channels of a value axis, which have one unit. */
export interface ChannelAxis {
  /** Distinguishes the axes of a stack: its unit, with a number if others have it. */
  readonly id: string;
  readonly unit: string;
  readonly channels: readonly ChartChannel[];
}

/** Channels that are drawn in one plot. */
export interface Panel {
  /** Its position in the layout, which has the hidden panels too. */
  readonly index: number;
  /** Of both axes, the left one first. */
  readonly channels: readonly ChartChannel[];
  readonly left: ChannelAxis;
  readonly right: ChannelAxis | undefined;
}
