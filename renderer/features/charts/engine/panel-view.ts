import type uPlot from 'uplot';
import { pointAt, type SampleRing } from '../../../data/samples/index.ts';
import { measureText } from '../draw/measure-text.ts';
import type { Palette } from '../draw/palette.ts';
import { Plot, type Tick } from '../draw/plot.ts';
import { Trace } from '../draw/trace.ts';
import type { Panel } from '../panels.ts';
import { nextRange, type ValueRange } from '../scale/value-range.ts';
import { valueLabels, valueTicks } from '../scale/value-ticks.ts';
import type { ChartChannel, FormatValue } from '../types.ts';
import type { View } from '../view/view.ts';
import { CursorMark } from './cursor-mark.ts';
import type { PanelElements } from './elements.ts';
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
}

/** What is read off the charts. */
export interface Reading {
  readonly isLive: boolean;
  /** CSS pixels in the plot; undefined: no pointer. */
  readonly pointer: number | undefined;
  /** The pointer's moment, as it is written. */
  readonly moment: string;
  readonly format: FormatValue;
}

export interface PanelParts {
  readonly panel: Panel;
  readonly elements: PanelElements;
  readonly palette: Palette;
  readonly seriesOf: (channel: ChartChannel) => SampleRing | undefined;
}

/** One panel: plot, legend values, cursor. */
export class PanelView {
  readonly #parts: PanelParts;
  readonly #plot: Plot;
  readonly #traces: readonly Trace[];
  readonly #cursor: CursorMark;
  readonly #selection: SelectionMark;
  readonly #values: ReadonlyMap<string, ValueText>;
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
    this.#values = new Map([...elements.values].map(([key, element]) => [key, new ValueText(element)]));
  }

  /** The part of the page that the lines are drawn over. */
  get area(): HTMLElement {
    return this.#plot.area;
  }

  fit(): void {
    const { plot } = this.#parts.elements;
    this.#plot.resize(plot.clientWidth, plot.clientHeight);
  }

  /**
   * Takes the samples for the next picture.
   * @returns the width that the value axis needs, in CSS pixels
   */
  take({ view, hidden, palette }: Shared): number {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const trace of this.#traces) {
      if (hidden.has(trace.channel.key)) continue;
      const found = trace.take(this.#parts.seriesOf(trace.channel), view, this.#plot.screenWidth);
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    const steps = Math.max(2, Math.min(6, Math.floor(this.#plot.height / STEP_HEIGHT)));
    const range = nextRange(steps === this.#steps ? this.#range : undefined, min, max, this.#parts.panel.unit, steps);
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
      share: { x: (time) => (time - view.from) / length, y: (value) => (range ? share(range, value) : 0) },
      shown: new Set(this.#traces.filter(({ channel }) => !hidden.has(channel.key))),
    });
  }

  /** Writes the values: those at the pointer, or at the right edge. */
  read({ view, hidden }: Shared, { isLive, pointer, moment, format }: Reading): void {
    this.#cursor.move(pointer, this.#hasTimeAxis ? moment : '');
    const msPerPixel = (view.to - view.from) / Math.max(1, this.area.clientWidth);
    const time = pointer === undefined ? view.to : view.from + pointer * msPerPixel;
    for (const [index, { channel }] of this.#traces.entries()) {
      const series = this.#parts.seriesOf(channel);
      const reach = Math.max(REACH * msPerPixel, series?.interval ?? 0);
      const point = series && pointAt(series, time, reach);
      const isNewest = isLive && pointer === undefined;
      const value = isNewest ? series?.lastValue : point?.value;
      const known = value === undefined || Number.isNaN(value) ? null : value;
      this.#values.get(channel.key)?.write(format(known, channel));
      const range = pointer !== undefined && point && !hidden.has(channel.key) ? this.#range : undefined;
      const x = point ? (point.time - view.from) / (view.to - view.from) : 0;
      this.#cursor.dot(index, range && point && { x, y: share(range, point.value) });
    }
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

  #message(hidden: ReadonlySet<string>, hasValues: boolean): string {
    if (hasValues) return '';
    const { channels } = this.#parts.panel;
    if (channels.every(({ key }) => hidden.has(key))) return 'All channels are switched off';
    const series = channels.map((channel) => this.#parts.seriesOf(channel));
    if (series.every((ring) => ring === undefined)) return 'Waiting for a reading';
    return series.some((ring) => ring && !Number.isNaN(ring.firstTime))
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
