import type { Marker } from '../../../../service/contract/index.ts';
import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import type { SampleStore } from '../../../data/samples/sample-store.ts';
import type { DisplayUnits } from '../../../data/units/display-units.ts';
import type { Panel } from '../panels.ts';
import type { Span } from '../types.ts';
import type { View } from '../view/view.ts';
import type { PanelFigure } from './panel-view.ts';

/** Settings that change without new charts. */
export interface EngineSettings {
  readonly span: Span;
  readonly paused: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly onPausedChange: (paused: boolean) => void;
  /** @param ms the time window */
  readonly onLengthChange: (ms: number) => void;
  /** Undefined after the selection was cleared. */
  readonly onSelected: (range: View | undefined) => void;
  /** A marker is to be added. @param anchor of the form */
  readonly onMark: (at: number, anchor: PopoverAnchor) => void;
  readonly onTable: () => void;
  readonly onMarker: (marker: Marker, anchor: PopoverAnchor) => void;
}

export interface PopoverAnchor {
  getBoundingClientRect(): DOMRect;
}

export interface LatestValue {
  readonly view: View;
  readonly panels: readonly PanelFigure[];
  readonly markers: readonly Marker[];
}

export interface EngineOptions {
  readonly root: HTMLElement;
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly panels: readonly Panel[];
  readonly now: () => number;
  readonly settings: EngineSettings;
  /** State of the previous charts. */
  readonly place: CanvasPosition | undefined;
}

/** Survives the charts, which are created again when a channel is renamed or its device reconnects. */
export interface CanvasPosition {
  /** Undefined while live. */
  readonly view: View | undefined;
  readonly selection: View | undefined;
}
