import type uPlot from 'uplot';
import type { Marker } from '../../../../service/contract/index.ts';
import { pointAt } from '../../../data/samples/index.ts';
import type { DisplayUnit, DisplayUnits } from '../../../data/units/index.ts';
import { measureText } from '../draw/measure-text.ts';
import type { Palette } from '../draw/palette.ts';
import { Plot, type Tick } from '../draw/plot.ts';
import type { PointBuffer } from '../draw/point-buffer.ts';
import { Trace } from '../draw/trace.ts';
import type { Panel } from '../panels.ts';
import { nextRange, type ValueRange } from '../scale/value-range.ts';
import { valueLabels, valueTicks } from '../scale/value-ticks.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { CursorMark } from './cursor-mark.ts';
import type { PanelElements } from './elements.ts';
import { MarkerLayer } from './marker-layer.ts';
import { type Selection, SelectionMark } from './selection-mark.ts';
import { ValueText } from './value-text.ts';

/** Room for one step of the value axis, in CSS pixels. */
const STEP_HEIGHT = 44;

/** Height of the time axis, in CSS pixels. ChartStack's layout gives the last panel as much more. */
const TIME_AXIS = 24;

/** What a panel without a time axis has in its place, in CSS pixels. */
const NO_TIME_AXIS = 10;

/** Between the labels and the plot, and before the labels, in CSS pixels. */
const AXIS_GAPS = 8 + 12;

/** A point this far from the pointer is still meant, in CSS pixels. */
const REACH = 4;

/** What all panels of a stack share in a picture. */
export interface Shared {
  readonly view: View;
  /** Keys of channels that are switched off. */
  readonly hidden: ReadonlySet<string>;
  readonly palette: Palette;
  readonly units: DisplayUnits;
}

/** What is read off the charts. */
export interface Reading {
  readonly isLive: boolean;
  /** CSS pixels in the plot; undefined: no pointer. */
  readonly pointer: number | undefined;
  /** The pointer's moment, as it is written. */
  readonly moment: string;
}

/** A reading, or what stands for many: their mean, least and greatest. */
interface ReadPoint {
  readonly time: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A panel as it is drawn. */
export interface PanelFigure {
  /** As it is shown. */
  readonly unit: string;
  /** In the unit that is shown; undefined: there are no values. */
  readonly range: ValueRange | undefined;
  /** Of the ticks, from the least value to the greatest. */
  readonly labels: readonly string[];
  readonly traces: readonly { readonly channel: ChartChannel; readonly points: PointBuffer }[];
  /** From the API's unit to the shown one. */
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
  /** Whether this panel bears the markers' names. */
  readonly hasMarkerNames: boolean;
  readonly onMarker: (marker: Marker, anchor: HTMLElement) => void;
}

/** One panel: plot, legend values, cursor. */
export class PanelView {
  readonly #parts: PanelParts;
  readonly #plot: Plot;
  readonly #traces: readonly Trace[];
  readonly #cursor: CursorMark;
  readonly #selection: SelectionMark;
  readonly #markers: MarkerLayer;
  readonly #values: ReadonlyMap<string, ValueText>;
  readonly #ranges: ReadonlyMap<string, HTMLElement>;
  #unit: DisplayUnit | undefined;
  #slope = 1;
  #offset = 0;
  #range: ValueRange | undefined;
  #steps = 0;
  #hasTimeAxis = false;
  #labels: readonly string[] = [];

  constructor(UPlot: typeof uPlot, parts: PanelParts) {
    const { panel, elements, palette } = parts;
    this.#parts = parts;
    this.#traces = panel.channels.map((channel) => new Trace(channel));
    this.#plot = new Plot(UPlot, elements.plot, this.#traces, { top: 8, right: 18, lineWidth: 1.5 }, palette);
    this.#selection = new SelectionMark(this.#plot.area);
    const colours = panel.channels.map(({ colour }) => `var(--series-${(colour % 6) + 1})`);
    this.#cursor = new CursorMark(this.#plot.area, colours);
    this.#markers = new MarkerLayer({ area: this.#plot.area, hasNames: parts.hasMarkerNames, onOpen: parts.onMarker });
    this.#ranges = elements.ranges;
    this.#values = new Map([...elements.values].map(([key, element]) => [key, new ValueText(element)]));
  }

  /** The part of the page that the lines are drawn over. */
  get area(): HTMLElement {
    return this.#plot.area;
  }

  /** Width between the axes, in pixels of the screen. */
  get screenWidth(): number {
    return this.#plot.screenWidth;
  }

  fit(): void {
    const { plot } = this.#parts.elements;
    this.#plot.resize(plot.clientWidth, plot.clientHeight);
  }

  /**
   * Takes the samples for the next picture.
   * @returns the width that the value axis needs, in CSS pixels
   */
  take({ view, hidden, palette, units }: Shared): number {
    this.#show(units.of(this.#parts.panel.unit));
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const trace of this.#traces) {
      if (hidden.has(trace.channel.key)) continue;
      const source = this.#parts.sources.get(trace.channel.key);
      if (!source) continue;
      const found = trace.take(source, view, this.#plot.screenWidth);
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    const steps = Math.max(2, Math.min(6, Math.floor(this.#plot.height / STEP_HEIGHT)));
    const previous = steps === this.#steps ? this.#range : undefined;
    const { unit } = this.#parts.panel;
    const range = nextRange(previous, this.#shown(min), this.#shown(max), unit, steps, this.#slope);
    if (range && range !== this.#range) this.#labels = valueLabels(range);
    this.#range = range;
    this.#steps = steps;
    this.#say(this.#message(hidden, min <= max));
    return AXIS_GAPS + Math.max(0, ...this.#labels.map((label) => measureText(label, palette.font)));
  }

  /**
   * @param xTicks the time axis; undefined: another panel bears it
   * @param axisWidth the width that all panels share, in CSS pixels
   */
  draw({ view, hidden, palette }: Shared, xTicks: readonly Tick[] | undefined, axisWidth: number): void {
    const range = this.#range;
    const length = view.to - view.from;
    this.#hasTimeAxis = xTicks !== undefined;
    this.#plot.draw({
      xTicks: xTicks ?? [],
      yTicks: range ? this.#valueTicks(range) : [],
      axisWidth,
      footHeight: xTicks ? TIME_AXIS : NO_TIME_AXIS,
      palette,
      share: { x: (time) => (time - view.from) / length, y: (value) => (range ? share(range, this.#shown(value)) : 0) },
      shown: new Set(this.#traces.filter(({ channel }) => !hidden.has(channel.key))),
    });
  }

  /** Writes the values: those at the pointer, or at the right edge. */
  read(shared: Shared, reading: Reading): void {
    this.#cursor.move(reading.pointer, this.#hasTimeAxis ? reading.moment : '');
    for (const [index, trace] of this.#traces.entries()) this.#readTrace(index, trace, shared, reading);
  }

  #readTrace(series: number, trace: Trace, { view, hidden, units }: Shared, { isLive, pointer }: Reading): void {
    const { channel } = trace;
    const source = this.#parts.sources.get(channel.key);
    const msPerPixel = (view.to - view.from) / Math.max(1, this.area.clientWidth);
    const time = pointer === undefined ? view.to : view.from + pointer * msPerPixel;
    const point = source && this.#pointOf(trace, source, time, msPerPixel);
    const value = isLive && pointer === undefined ? source?.ring?.lastValue : point?.value;
    const known = value === undefined || Number.isNaN(value) ? null : value;
    const unit = units.of(channel.unit);
    this.#values.get(channel.key)?.write(unit.format(known, channel.label));
    const hasBand = pointer !== undefined && point !== undefined && point.low < point.high;
    const between = (low: number, high: number): string =>
      `${unit.format(low, channel.label)} to ${unit.format(high, channel.label)}`;
    this.#writeRange(channel.key, hasBand ? between(point.low, point.high) : '');
    const range = pointer !== undefined && point && !hidden.has(channel.key) ? this.#range : undefined;
    const x = point ? (point.time - view.from) / (view.to - view.from) : 0;
    this.#cursor.dot(series, range && point && { x, y: share(range, this.#shown(point.value)) });
  }

  /** The point at a moment: a reading where there are some, else what stands for many. */
  #pointOf(trace: Trace, source: ChannelSource, time: number, msPerPixel: number): ReadPoint | undefined {
    const { ring } = source;
    const reach = Math.max(REACH * msPerPixel, ring?.interval ?? 0);
    if (!source.isKept) {
      const point = ring && pointAt(ring, time, reach);
      return point && { ...point, low: point.value, high: point.value };
    }
    const { points } = trace;
    const index = points.nearest(time, reach);
    if (index < 0) return undefined;
    const [low, high] = [points.low(index), points.high(index)];
    return { time: points.time(index), value: points.value(index), low, high };
  }

  #writeRange(key: string, text: string): void {
    const element = this.#ranges.get(key);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /** What a picture of the panel is drawn from. */
  get figure(): PanelFigure {
    const traces = this.#traces.map(({ channel, points }) => ({ channel, points }));
    const { labels, slope, offset } = { labels: this.#labels, slope: this.#slope, offset: this.#offset };
    return {
      unit: this.#unit?.unit ?? '',
      range: this.#range,
      labels,
      traces,
      slope,
      offset,
      height: this.#plot.height,
    };
  }

  /** @param markers in order of time */
  mark(markers: readonly Marker[], view: View): void {
    this.#markers.show(markers, view, this.area.clientWidth);
  }

  /** Shades what is being selected; undefined: nothing. */
  select(selection: Selection | undefined): void {
    this.#selection.show(selection);
  }

  stop(): void {
    this.#plot.stop();
  }

  #valueTicks(range: ValueRange): Tick[] {
    return valueTicks(range).map((tick, index) => ({ at: share(range, tick), label: this.#labels[index] ?? '' }));
  }

  /** Shown units grow evenly with the API's: two values tell all, and cost nothing for each point. */
  #show(unit: DisplayUnit): void {
    if (unit === this.#unit) return;
    this.#unit = unit;
    this.#slope = unit.toShownDifference(1);
    this.#offset = unit.toShown(0);
    this.#range = undefined;
  }

  #shown(value: number): number {
    return value * this.#slope + this.#offset;
  }

  #message(hidden: ReadonlySet<string>, hasValues: boolean): string {
    if (hasValues) return '';
    const { channels } = this.#parts.panel;
    if (channels.every(({ key }) => hidden.has(key))) return 'All channels are switched off';
    const sources = channels.flatMap(({ key }) => this.#parts.sources.get(key) ?? []);
    if (sources.some(({ isKept }) => isKept)) return 'No readings in this time';
    if (sources.every(({ ring }) => ring === undefined)) return 'Waiting for a reading';
    return sources.some(({ ring }) => ring && !Number.isNaN(ring.firstTime))
      ? 'No readings in this time'
      : 'No valid reading yet';
  }

  #say(text: string): void {
    const { message } = this.#parts.elements;
    if (message.textContent !== text) message.textContent = text;
  }
}

function share({ min, max }: ValueRange, value: number): number {
  return (value - min) / (max - min);
}
