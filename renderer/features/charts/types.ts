import type { SampleStore } from '../../data/samples/index.ts';

/** A channel to draw. */
export interface ChartChannel {
  /** Its name in the API: the key of its samples. */
  readonly label: string;
  /** What the user reads. */
  readonly description: string;
  readonly unit: string;
  /** Series index 0 to 5: `--series-1` to `--series-6`; larger numbers begin again. */
  readonly colour: number;
  /** Dash pattern in pixels, empty for a solid line: series differ by more than colour. */
  readonly dash: readonly number[];
}

/** A value as the user reads it, without its unit; null: there is none. */
export type FormatValue = (value: number | null, channel: ChartChannel) => string;

/** How much time is shown while live. A new object, even of the same length: it was chosen again. */
export interface Span {
  /** Milliseconds. */
  readonly ms: number;
}

export interface ChartStackProps {
  readonly deviceKey: string;
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly span: Span;
  /** The view stands still while data goes on being collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  readonly formatValue: FormatValue;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
}
