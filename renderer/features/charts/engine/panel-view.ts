import type uPlot from 'uplot';
import type { Marker } from '../../../../service/contract/index.ts';
import type { ChannelSource } from '../data-source/channel-source.ts';
import { measureText } from '../draw/measure-text.ts';
import type { Palette } from '../draw/palette.ts';
import { Plot, type Tick } from '../draw/plot.ts';
import type { PointBuffer } from '../draw/point-buffer.ts';
import { Series } from '../draw/series.ts';
import type { Panel } from '../panels.ts';
import type { ValueRange } from '../scale/value-range.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { CursorMark } from './cursor-line.ts';
import type { PanelElements } from './elements.ts';
import { MarkerLayer } from './marker-layer.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { PanelReadout } from './panel-readout.ts';
import { PanelScale } from './panel-scale.ts';
import { type Selection, SelectionMark } from './selection-overlay.ts';
import { writeText } from './write.ts';

/** Height of the time axis, in CSS pixels; ChartStack's layout adds it to the last panel. */
const TIME_AXIS = 24;

/** Bottom margin of a panel without a time axis, in CSS pixels. */
const NO_TIME_AXIS = 10;

/** Margins on both sides of the labels, in CSS pixels. */
const AXIS_GAPS = 8 + 12;

export interface PanelFigure {
  /** Display unit. */
  readonly unit: string;
  /** In the display unit; undefined without values. */
  readonly range: ValueRange | undefined;
  /** Tick labels, ascending by value. */
  readonly labels: readonly string[];
  readonly traces: readonly { readonly channel: ChartChannel; readonly points: PointBuffer }[];
  /** From the contract's unit to the display unit. */
  readonly slope: number;
  readonly offset: number;
  /** Of the plot, in CSS pixels. */
  readonly height: number;
}

export interface PanelParts {
  readonly panel: Panel;
  readonly elements: PanelElements;
  readonly palette: Palette;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  /** Only one panel shows the markers' names. */
  readonly hasMarkerNames: boolean;
  readonly onMarker: (marker: Marker, anchor: HTMLElement) => void;
}

/** One panel: plot, legend values, cursor. */
export class PanelView {
  readonly #parts: PanelParts;
  readonly #plot: Plot;
  readonly #traces: readonly Series[];
  readonly #scale: PanelScale;
  readonly #cursor: CursorMark;
  readonly #readout: PanelReadout;
  readonly #selection: SelectionMark;
  readonly #markers: MarkerLayer;
  #hasTimeAxis = false;

  constructor(UPlot: typeof uPlot, parts: PanelParts) {
    const { panel, elements, palette, sources } = parts;
    this.#parts = parts;
    this.#traces = panel.channels.map((channel) => new Series(channel));
    this.#scale = new PanelScale(panel.unit);
    this.#plot = new Plot(UPlot, elements.plot, this.#traces, { top: 8, right: 18, lineWidth: 1.5 }, palette);
    this.#selection = new SelectionMark(this.#plot.area);
    const colours = panel.channels.map(({ colour }) => `var(--series-${(colour % 6) + 1})`);
    this.#cursor = new CursorMark(this.#plot.area, colours);
    this.#markers = new MarkerLayer({ area: this.#plot.area, hasNames: parts.hasMarkerNames, onOpen: parts.onMarker });
    const [traces, scale, cursor] = [this.#traces, this.#scale, this.#cursor];
    this.#readout = new PanelReadout({ elements, traces, sources, scale, cursor });
  }

  /** The element of the plot between its axes. */
  get area(): HTMLElement {
    return this.#plot.area;
  }

  /** Width between the axes, in CSS pixels. */
  get width(): number {
    return this.#plot.width;
  }

  /** The same in screen pixels. */
  get screenWidth(): number {
    return this.#plot.screenWidth;
  }

  /** Input of chart images. */
  get figure(): PanelFigure {
    const { unit, range, labels, slope, offset } = this.#scale;
    const traces = this.#traces.map(({ channel, points }) => ({ channel, points }));
    return { unit, range, labels, traces, slope, offset, height: this.#plot.height };
  }

  fit(): void {
    const { plot } = this.#parts.elements;
    this.#plot.resize(plot.clientWidth, plot.clientHeight);
  }

  /**
   * Collects the points of the next drawing.
   * @returns the width that the value axis needs, in CSS pixels
   */
  take({ view, hidden, palette, units }: PanelContext): number {
    const { panel, sources, elements } = this.#parts;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const trace of this.#traces) {
      if (hidden.has(trace.channel.key)) continue;
      const source = sources.get(trace.channel.key);
      if (!source) continue;
      const found = trace.take(source, view, this.#plot.screenWidth);
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    this.#scale.show(units.of(panel.unit));
    this.#scale.fit(min, max, this.#plot.height);
    writeText(elements.message, min <= max ? '' : panelMessage(panel, sources, hidden));
    return AXIS_GAPS + Math.max(0, ...this.#scale.labels.map((label) => measureText(label, palette.font)));
  }

  /**
   * @param xTicks of the time axis; undefined if another panel has it
   * @param axisWidth the width that all panels share, in CSS pixels
   */
  draw({ view, hidden, palette }: PanelContext, xTicks: readonly Tick[] | undefined, axisWidth: number): void {
    const length = view.to - view.from;
    const scale = this.#scale;
    this.#hasTimeAxis = xTicks !== undefined;
    this.#plot.draw({
      xTicks: xTicks ?? [],
      yTicks: scale.ticks,
      axisWidth,
      footHeight: xTicks ? TIME_AXIS : NO_TIME_AXIS,
      palette,
      share: { x: (time) => (time - view.from) / length, y: (value) => scale.share(value) },
      shown: new Set(this.#traces.filter(({ channel }) => !hidden.has(channel.key))),
    });
  }

  /** Writes the values at the pointer, or at the right edge. */
  read(shared: PanelContext, reading: CursorReading): void {
    this.#cursor.move(reading.pointer, this.#hasTimeAxis ? reading.moment : '');
    this.#readout.write(shared, reading, this.#plot.width);
  }

  /** @param markers ascending by time */
  mark(markers: readonly Marker[], view: View): void {
    this.#markers.show(markers, view, this.#plot.width);
  }

  /** Shades the selection; undefined for none. */
  select(selection: Selection | undefined): void {
    this.#selection.show(selection);
  }

  stop(): void {
    this.#plot.stop();
  }
}

/** The text of a panel without a value in the time window. */
function panelMessage(
  { channels }: Panel,
  sources: ReadonlyMap<string, ChannelSource>,
  hidden: ReadonlySet<string>,
): string {
  if (channels.every(({ key }) => hidden.has(key))) return 'All channels hidden';
  const own = channels.flatMap(({ key }) => sources.get(key) ?? []);
  if (own.some(({ isKept }) => isKept)) return 'No readings in this time window';
  if (own.every(({ ring }) => ring === undefined)) return 'Waiting for readings…';
  return own.some(({ ring }) => ring && !Number.isNaN(ring.firstTime))
    ? 'No readings in this time window'
    : 'No valid readings yet';
}
