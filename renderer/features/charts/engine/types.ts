import type { Marker } from '../../../../service/contract/index.ts';
import type { PastStore } from '../../../data/history-tiles/index.ts';
import type { SampleStore } from '../../../data/samples/index.ts';
import type { DisplayUnits } from '../../../data/units/index.ts';
import type { Panel } from '../panels.ts';
import type { Span } from '../types.ts';
import type { View } from '../view/view.ts';
import type { PanelFigure } from './panel-view.ts';

/** What may change while the charts stay the same. */
export interface EngineSettings {
  readonly span: Span;
  readonly paused: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly onPausedChange: (paused: boolean) => void;
  /** @param ms length of the range now shown */
  readonly onLengthChange: (ms: number) => void;
  /** A stretch was selected; undefined: none is any more. */
  readonly onSelected: (stretch: View | undefined) => void;
  /** A moment is to be named. @param anchor beside which this is asked */
  readonly onMark: (at: number, anchor: PopoverAnchor) => void;
  /** What is in view is to be shown as a table. */
  readonly onTable: () => void;
  /** A marker was clicked. */
  readonly onMarker: (marker: Marker, anchor: PopoverAnchor) => void;
}

/** What a popup stands beside. */
export interface PopoverAnchor {
  getBoundingClientRect(): DOMRect;
}

/** What is on the charts just now. */
export interface LatestValue {
  readonly view: View;
  readonly panels: readonly PanelFigure[];
  readonly markers: readonly Marker[];
}

export interface EngineParts {
  readonly root: HTMLElement;
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly panels: readonly Panel[];
  readonly now: () => number;
  readonly settings: EngineSettings;
  /** Where the charts before these were left. */
  readonly place: CanvasPosition | undefined;
}

/** What one looks at: it outlasts the charts, which are made anew when a channel is named or its device comes back. */
export interface CanvasPosition {
  /** Undefined: the newest readings. */
  readonly view: View | undefined;
  readonly selection: View | undefined;
}
