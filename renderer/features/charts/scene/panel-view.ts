import type { Alarm, AlarmRule, Marker } from '../../../../service/contract/index.ts';
import type { Readable } from '../../../data/store.ts';
import type { AxisLimits, AxisStore } from '../axis/axis-settings.ts';
import { PanelAxis } from '../axis/panel-axis.ts';
import type { Panel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import type { Extremes } from '../data/decimate.ts';
import { measureText } from '../drawing/canvas-surface.ts';
import type { PlotLimit } from '../drawing/draw-limits.ts';
import { LABEL_SIZE, type Projection, pixelsOf, type Tick } from '../drawing/draw-plot.ts';
import { seriesColor } from '../drawing/palette.ts';
import { Plot } from '../drawing/plot.ts';
import type { SelectedValues } from '../view/view.ts';
import { AlarmLayer } from './alarm-layer.ts';
import { AlarmLimits } from './alarm-limits.ts';
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
  /** Values at or below it are not drawn. */
  readonly floor: number;
  readonly limits: readonly PlotLimit[];
  /** Of the plot, in CSS pixels. */
  readonly height: number;
}

export interface PanelOptions {
  readonly panel: Panel;
  readonly elements: PanelElements;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly axes: AxisStore;
  readonly rules: Readable<readonly AlarmRule[]>;
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
  readonly #alarms: AlarmLayer;
  readonly #alarmLimits: AlarmLimits;
  readonly #axis: PanelAxis;
  #limits: readonly PlotLimit[] = [];
  #hasTimeAxis = false;
  #share: Projection = { x: () => 0, y: () => 0 };

  constructor(options: PanelOptions) {
    const { panel, elements, sources, axes, rules } = options;
    this.#options = options;
    this.#series = panel.channels.map((channel) => new Series(channel));
    this.#scale = new PanelScale(panel.unit);
    this.#plot = new Plot(elements.plot, { top: 8, right: 18 });
    this.#axis = new PanelAxis({ plot: this.#plot, host: elements.plot, scale: this.#scale, unit: panel.unit, axes });
    this.#alarms = new AlarmLayer({ area: this.#plot.area, panel });
    this.#alarmLimits = new AlarmLimits(panel, rules);
    this.#selection = new SelectionMark(this.#plot.area);
    const colors = panel.channels.map(({ color }) => seriesColor(color));
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

  get axis(): PanelAxis {
    return this.#axis;
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
    const { unit, ticks, floor } = this.#scale;
    const { height } = this.#plot;
    const drawn = { series: this.#series, floor, limits: this.#limits };
    return { ...drawn, unit, yTicks: ticks, share: this.#share, height };
  }

  /** The values of a part of the plot's height. @param from,to fractions, from the bottom */
  part(from: number, to: number): SelectedValues | undefined {
    const limits = this.#scale.part(from, to);
    return limits && { ...limits, unit: this.#options.panel.unit };
  }

  fit(): void {
    this.#plot.fit();
  }

  /**
   * Collects the points of the next drawing.
   * @returns the width that the value axis needs, in CSS pixels
   */
  take({ view, hidden, palette, units }: PanelContext): number {
    const { panel, sources, elements, axes } = this.#options;
    const scale = this.#scale;
    const settings = axes.of(panel.unit);
    scale.show(units.of(panel.unit), settings);
    let isCut = false;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const series of this.#series) {
      if (hidden.has(series.channel.key)) continue;
      const source = sources.get(series.channel.key);
      if (!source) continue;
      const found = series.take(source, view, this.#plot.screenWidth, scale.floor);
      isCut ||= found.isCut;
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    scale.fit(min, max, this.#plot.height);
    const isEmpty = min > max;
    writeText(elements.message, isEmpty && !isCut ? panelMessage(panel, sources, hidden) : '');
    writeText(elements.axisNote, axisNote({ min, max, isCut }, settings.limits));
    const font = `${LABEL_SIZE}px ${palette.fonts}`;
    return AXIS_GAPS + Math.max(0, ...scale.ticks.map(({ label }) => measureText(label, font)));
  }

  /**
   * @param xTicks of the time axis; undefined if another panel has it
   * @param axisWidth the width that all panels share, in CSS pixels
   */
  draw({ view, hidden, palette, units }: PanelContext, xTicks: readonly Tick[] | undefined, axisWidth: number): void {
    const length = view.to - view.from;
    const scale = this.#scale;
    const share: Projection = { x: (time) => (time - view.from) / length, y: (value) => scale.share(value) };
    const box = this.#plot.place(axisWidth, xTicks ? TIME_AXIS : NO_TIME_AXIS);
    const to = pixelsOf(box, share);
    const shown = this.#series.filter(({ channel }) => !hidden.has(channel.key));
    const lines = shown.map((series) => series.line(to, palette));
    this.#hasTimeAxis = xTicks !== undefined;
    this.#share = share;
    const unit = units.of(this.#options.panel.unit);
    this.#limits = scale.isKnown ? this.#alarmLimits.shown(hidden, unit, (value) => scale.share(value)) : [];
    this.#axis.place(box);
    const axes = { xTicks: xTicks ?? [], yTicks: scale.ticks, floor: scale.floor, limits: this.#limits };
    this.#plot.draw({ ...axes, box, lines, lineWidth: LINE_WIDTH, share, colors: palette }, palette.fonts);
  }

  /** Writes the values at the pointer, or at the right edge. */
  read(shared: PanelContext, reading: CursorReading): void {
    this.#cursor.move(reading.pointer, this.#hasTimeAxis ? reading.time : '');
    this.#readout.write(shared, reading, this.#plot.width);
  }

  /** @param markers ascending by time @param alarms of any channels */
  mark(markers: readonly Marker[], alarms: readonly Alarm[], { view, hidden, units }: PanelContext): void {
    this.#markers.show(markers, view, this.#plot.width);
    this.#alarms.show({ alarms, hidden, units, view, width: this.#plot.width });
  }

  /** Shades the selection; undefined for none. @param values of a box */
  select(selection: Omit<Selection, 'values'> | undefined, values: SelectedValues | undefined): void {
    const isOwn = values?.unit === this.#options.panel.unit;
    const box = isOwn ? { min: this.#scale.share(values.min), max: this.#scale.share(values.max) } : undefined;
    this.#selection.show(selection && { ...selection, values: box });
  }

  stop(): void {
    this.#axis.stop();
    this.#plot.stop();
  }
}

/** Explains missing values; empty if the axis shows all. */
function axisNote({ min, max, isCut }: Extremes, limits: AxisLimits | undefined): string {
  if (isCut) return 'Readings of 0 or less are not shown: the axis is logarithmic';
  if (!limits || min > max || (max >= limits.min && min <= limits.max)) return '';
  return `All readings are ${min > limits.max ? 'above' : 'below'} the limits of the axis`;
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
