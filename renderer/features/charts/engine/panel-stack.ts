import type uPlot from 'uplot';
import type { Marker } from '../../../../service/contract/index.ts';
import type { ChannelSource } from '../data-source/channel-source.ts';
import type { Palette } from '../draw/palette.ts';
import type { Panel } from '../panels.ts';
import type { View } from '../view/view.ts';
import type { PanelElements } from './elements.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { type PanelFigure, PanelView } from './panel-view.ts';
import type { Selection } from './selection-overlay.ts';
import { axisTicks } from './time-axis.ts';

/** The value axes shrink only by more than this, in CSS pixels. */
const AXIS_SLACK = 16;

export interface PanelStackParts {
  readonly panels: readonly Panel[];
  readonly elements: readonly PanelElements[];
  readonly palette: Palette;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly onMarker: (marker: Marker, anchor: HTMLElement) => void;
}

export interface Overlay {
  /** CSS pixels in the plots; undefined without a pointer. */
  readonly pointer: number | undefined;
  readonly selection: View | undefined;
  /** Ascending by time. */
  readonly markers: readonly Marker[];
  /** The panels do not fit without scrolling. */
  readonly isScrolling: boolean;
}

/** All panels, with one time axis and equally wide value axes. */
export class PanelStack {
  readonly #panels: readonly PanelView[];
  #axisWidth = 0;

  constructor(UPlot: typeof uPlot, { panels, elements, ...shared }: PanelStackParts) {
    this.#panels = panels.flatMap((panel, index) => {
      const place = elements[index];
      return place ? [new PanelView(UPlot, { ...shared, panel, elements: place, hasMarkerNames: index === 0 })] : [];
    });
  }

  /** Each panel's plot between its axes. */
  get areas(): readonly HTMLElement[] {
    return this.#panels.map(({ area }) => area);
  }

  /** Width between the axes, in CSS pixels; at least 1. */
  get width(): number {
    return Math.max(1, this.#panels[0]?.width ?? 1);
  }

  /** The same in screen pixels. */
  get screenWidth(): number {
    return this.#panels[0]?.screenWidth ?? 1;
  }

  /** Width of the value axes, in CSS pixels. */
  get axisWidth(): number {
    return this.#axisWidth;
  }

  /** Input of chart images. */
  get figures(): readonly PanelFigure[] {
    return this.#panels.map(({ figure }) => figure);
  }

  /** Adopts the size of its element. */
  fit(): void {
    for (const panel of this.#panels) panel.fit();
  }

  /** @returns whether the width of the axes changed, so that everything beside them must be drawn again */
  draw(shared: PanelContext, overlay: Overlay): boolean {
    const { view } = shared;
    const needed = Math.max(...this.#panels.map((panel) => panel.take(shared)));
    const isResized = needed > this.#axisWidth || needed < this.#axisWidth - AXIS_SLACK;
    if (isResized) this.#axisWidth = needed;
    const { width } = this;
    const ticks = axisTicks(view, width, overlay.pointer);
    const selection = overlay.selection && pixels(overlay.selection, view, width);
    for (const [index, panel] of this.#panels.entries()) {
      panel.select(selection);
      panel.mark(overlay.markers, view);
      // In a scrolled stack the time axis of the last panel would be out of view.
      const hasAxis = overlay.isScrolling || index === this.#panels.length - 1;
      panel.draw(shared, hasAxis ? ticks : undefined, this.#axisWidth);
    }
    return isResized;
  }

  /** Writes the values at the pointer, or at the right edge, into the legends. */
  read(shared: PanelContext, reading: CursorReading): void {
    for (const panel of this.#panels) panel.read(shared, reading);
  }

  stop(): void {
    for (const panel of this.#panels) panel.stop();
  }
}

function pixels({ from, to }: View, view: View, width: number): Selection {
  const x = (time: number): number => ((time - view.from) / (view.to - view.from)) * width;
  return { from: x(from), to: x(to) };
}
