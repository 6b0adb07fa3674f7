import type { Ref } from 'react';
import type { ChannelRef } from '../../../service/contract/index.ts';
import type { PastStore } from '../../data/history-tiles/past-store.ts';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import type { SampleStore } from '../../data/samples/sample-store.ts';
import type { DisplayUnits } from '../../data/units/display-units.ts';

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
  readonly colour: number;
  /** Dash pattern in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** From a simulated device, whose readings may not be stored. */
  readonly simulated: boolean;
}

/** The time window while live. A new object, even of the same length, is a new selection. */
export interface Span {
  readonly ms: number;
}

export interface ChartStackProps {
  /** Of any devices. A new list creates the charts again. */
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly span: Span;
  /** The view stands still while readings are still collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  /** Zooming changes the time window. @param ms its length */
  readonly onLengthChange: (ms: number) => void;
  /** Display units. A new object redraws the charts. */
  readonly units: DisplayUnits;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  /** Title of saved images. */
  readonly title: string;
  /** Exports a range in milliseconds since 1970; undefined hides the button. */
  readonly onExport?: ((range: TimeRange) => void) | undefined;
  readonly actions?: Ref<ChartActions> | undefined;
}

/** Actions for the controls of a page. */
export interface ChartActions {
  /** Downloads an image of the charts. Rejects if the browser cannot draw it. */
  savePicture(format: PictureFormat): Promise<void>;
  /** Opens the form of a new marker at the cursor, or at the newest reading. */
  mark(): void;
  showTable(): void;
  /** The selection, else the time window. */
  range(): TimeRange | undefined;
}

export type PictureFormat = 'png' | 'svg';
