import type { ChannelRef } from '../../../service/contract/index.ts';
import type { SampleStore } from '../../data/samples/index.ts';

/** A channel to draw, of any device. */
export interface ChartChannel {
  /** Unique among all devices: `channelPath(ref)`. */
  readonly key: string;
  readonly ref: ChannelRef;
  /** The device's key in the store of samples: `deviceKey(ref)`. */
  readonly deviceKey: string;
  /** The channel's name in the API. */
  readonly label: string;
  /** What the user reads: its alias, or what it measures. */
  readonly description: string;
  /** The device's name, where channels of several devices stand together. */
  readonly device?: string;
  /** As the API names it, whatever unit it is shown in. */
  readonly unit: string;
  /** Series index 0 to 5: `--series-1` to `--series-6`; larger numbers begin again. */
  readonly colour: number;
  /** Dash pattern in pixels, empty for a solid line: series differ by more than colour. */
  readonly dash: readonly number[];
  /** Of a simulated instrument: its readings may not be kept. */
  readonly simulated: boolean;
}

/** A unit that values are shown in. */
export interface ShownUnit {
  readonly unit: string;
  /** From the API's unit; greater values stay greater. */
  toShown(value: number): number;
}

/** A value of the API as the user reads it, in the unit it is shown in, but without that unit; null: there is none. */
export type FormatValue = (value: number | null, channel: ChartChannel) => string;

/** How much time is shown while live. A new object, even of the same length: it was chosen again. */
export interface Span {
  /** Milliseconds. */
  readonly ms: number;
}

export interface ChartStackProps {
  /** Of any devices. A new list begins the charts anew. */
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly span: Span;
  /** The view stands still while data goes on being collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  readonly formatValue: FormatValue;
  /** The unit that values of a unit are shown in; by default the same. A new function: draw again. */
  readonly shownUnit?: (unit: string) => ShownUnit;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
}
