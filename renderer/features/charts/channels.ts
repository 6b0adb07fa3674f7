import { type ChannelRef, channelPath, deviceKey } from '../../../service/contract/index.ts';

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
  /** Series index 0 to 5 for `--series-1` to `--series-6`; larger numbers wrap around. */
  readonly color: number;
  /** Dash pattern in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** From a simulated device, whose readings may not be stored. */
  readonly simulated: boolean;
}

export function chartChannel(
  ref: ChannelRef,
  style: Omit<ChartChannel, 'key' | 'ref' | 'deviceKey' | 'label'>,
): ChartChannel {
  return { key: channelPath(ref), ref, deviceKey: deviceKey(ref), label: ref.channel, ...style };
}

/** `Temperature · Cold room` */
export function channelTitle({ description, device }: ChartChannel): string {
  return device ? `${description} · ${device}` : description;
}

/** The channels of one unit, which share a value axis. */
export interface Panel {
  readonly unit: string;
  readonly channels: readonly ChartChannel[];
}

/** One panel for each unit, in the order of the channels. */
export function panelsOf(channels: readonly ChartChannel[]): Panel[] {
  const byUnit = Map.groupBy(channels, ({ unit }) => unit);
  return [...byUnit].map(([unit, members]) => ({ unit, channels: members }));
}
