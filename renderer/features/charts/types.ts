import type { Ref } from 'react';
import type { ChannelRef } from '../../../service/contract/index.ts';
import type { PastStore, TimeRange } from '../../data/history-tiles/index.ts';
import type { SampleStore } from '../../data/samples/index.ts';
import type { DisplayUnits } from '../../data/units/index.ts';

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

/** How much time is shown while live. A new object, even of the same length: it was chosen again. */
export interface Span {
  /** Milliseconds. */
  readonly ms: number;
}

export interface ChartStackProps {
  /** Of any devices. A new list begins the charts anew. */
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly span: Span;
  /** The view stands still while data goes on being collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  /** Zooming changes the length of the range shown. @param ms its length now */
  readonly onLengthChange: (ms: number) => void;
  /** In which units values are shown. A new object: drawn again. */
  readonly units: DisplayUnits;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  /** Named in pictures that are saved. */
  readonly title: string;
  /** A stretch is to be exported; without it, that is not offered. Milliseconds since 1970. */
  readonly onExport?: ((stretch: TimeRange) => void) | undefined;
  /** What can be done with the charts from outside them. */
  readonly actions?: Ref<ChartActions> | undefined;
}

/** What a page's own controls may ask of its charts. */
export interface ChartActions {
  /** Saves what is shown as a file. Rejects where the browser cannot. */
  savePicture(format: PictureFormat): Promise<void>;
  /** Asks for the name of the moment at the cursor, or of the newest. */
  mark(): void;
  /** Shows what is in view as a table. */
  showTable(): void;
  /** The stretch that is selected, else the one that is shown. */
  stretch(): TimeRange | undefined;
}

export type PictureFormat = 'png' | 'svg';
