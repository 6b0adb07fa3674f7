import type { Marker } from '../../../../service/contract/index.ts';
import type { Panel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { measureText } from '../drawing/canvas-surface.ts';
import { LABEL_SIZE, type Projection, pixelsOf, type Tick } from '../drawing/draw-plot.ts';
import { Plot } from '../drawing/plot.ts';
import type { View } from '../view/view.ts';
import { type PanelElements, writeText } from './elements.ts';
import { MarkerLayer } from './marker-layer.ts';
import { CursorMark, type Selection, SelectionMark } from './overlays.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { PanelReadout } from './panel-readout.ts';
import { PanelScale } from './panel-scale.ts';
import { Series } from './series.ts';

/** Height of the time axis, in CSS pixels; ChartStack's layout adds it to the last panel. */
const TIME_AXIS = 24;

/** Bottom margin of a panel without a time axis, in CSS pixels. */
const NO_TIME_AXIS = 10;

/** In CSS pixels. */
const LINE_WIDTH = 1.5;

/** Margins on both sides of the labels, in CSS pixels. */
const AXIS_GAPS = 8 + 12;

export interface PanelSnapshot {
  /** Display unit. */
  readonly unit: string;
  readonly yTicks: readonly Tick[];
  /** From time and value to a fraction of the plot. */
  readonly share: Projection;
  readonly series: readonly Series[];
  /** Of the plot, in CSS pixels. */
  readonly height: number;
}

export interface PanelOptions {
  readonly panel: Panel;
  readonly elements: PanelElements;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  /** Only one panel shows the markers' names. */
  readonly hasMarkerNames: boolean;
  readonly onMarker: (marker: Marker, anchor: HTMLElement) => void;
}

/** One panel: plot, legend values, cursor. */
export class PanelView {
  readonly #options: PanelOptions;
  readonly #plot: Plot;
  readonly #series: readonly Series[];
  readonly #scale: PanelScale;
  readonly #cursor: CursorMark;
  readonly #readout: PanelReadout;
  readonly #selection: SelectionMark;
  readonly #markers: MarkerLayer;
  #hasTimeAxis = false;
  #share: Projection = { x: () => 0, y: () => 0 };

  constructor(options: PanelOptions) {
    const { panel, elements, sources } = options;
    this.#options = options;
    this.#series = panel.channels.map((channel) => new Series(channel));
    this.#scale = new PanelScale(panel.unit);
    this.#plot = new Plot(elements.plot, { top: 8, right: 18 });
    this.#selection = new SelectionMark(this.#plot.area);
    const colors = panel.channels.map(({ color }) => `var(--series-${(color % 6) + 1})`);
    this.#cursor = new CursorMark(this.#plot.area, colors);
    this.#markers = new MarkerLayer({
      area: this.#plot.area,
      hasNames: options.hasMarkerNames,
      onOpen: options.onMarker,
    });
    const [series, scale, cursor] = [this.#series, this.#scale, this.#cursor];
    this.#readout = new PanelReadout({ elements, series, sources, scale, cursor });
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
  get snapshot(): PanelSnapshot {
    const { unit, ticks } = this.#scale;
    return { unit, yTicks: ticks, share: this.#share, series: this.#series, height: this.#plot.height };
  }

  fit(): void {
    this.#plot.fit();
  }

  /**
   * Collects the points of the next drawing.
   * @returns the width that the value axis needs, in CSS pixels
   */
  take({ view, hidden, palette, units }: PanelContext): number {
    const { panel, sources, elements } = this.#options;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const series of this.#series) {
      if (hidden.has(series.channel.key)) continue;
      const source = sources.get(series.channel.key);
      if (!source) continue;
      const found = series.take(source, view, this.#plot.screenWidth);
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    this.#scale.show(units.of(panel.unit));
    this.#scale.fit(min, max, this.#plot.height);
    writeText(elements.message, min <= max ? '' : panelMessage(panel, sources, hidden));
    const font = `${LABEL_SIZE}px ${palette.fonts}`;
    return AXIS_GAPS + Math.max(0, ...this.#scale.labels.map((label) => measureText(label, font)));
  }

  /**
   * @param xTicks of the time axis; undefined if another panel has it
   * @param axisWidth the width that all panels share, in CSS pixels
   */
  draw({ view, hidden, palette }: PanelContext, xTicks: readonly Tick[] | undefined, axisWidth: number): void {
    const length = view.to - view.from;
    const scale = this.#scale;
    const share: Projection = { x: (time) => (time - view.from) / length, y: (value) => scale.share(value) };
    const box = this.#plot.place(axisWidth, xTicks ? TIME_AXIS : NO_TIME_AXIS);
    const to = pixelsOf(box, share);
    const shown = this.#series.filter(({ channel }) => !hidden.has(channel.key));
    const lines = shown.map((series) => series.line(to, palette));
    this.#hasTimeAxis = xTicks !== undefined;
    this.#share = share;
    const scene = { box, xTicks: xTicks ?? [], yTicks: scale.ticks, lines, lineWidth: LINE_WIDTH, share };
    this.#plot.draw({ ...scene, colors: palette }, palette.fonts);
  }

  /** Writes the values at the pointer, or at the right edge. */
  read(shared: PanelContext, reading: CursorReading): void {
    this.#cursor.move(reading.pointer, this.#hasTimeAxis ? reading.time : '');
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
  if (own.some(({ isStored }) => isStored)) return 'No readings in this time window';
  if (own.every(({ ring }) => ring === undefined)) return 'Waiting for readings…';
  return own.some(({ ring }) => ring && !Number.isNaN(ring.firstTime))
    ? 'No readings in this time window'
    : 'No valid readings yet';
}
