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
  /** 0: solid; 1 to 3: dash patterns, so that series differ by more than colour; larger numbers begin again. */
  readonly dash: number;
}

/** A value as the user reads it, without its unit; null: there is none. */
export type FormatValue = (channel: ChartChannel, value: number | null) => string;

export interface ChartStackProps {
  readonly deviceKey: string;
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  /** Length of what is shown while live, in milliseconds. */
  readonly windowMs: number;
  /** The view stands still while data goes on being collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  readonly formatValue: FormatValue;
  /** The service's time in milliseconds since 1970; this computer's clock by default. */
  readonly now?: () => number;
}
