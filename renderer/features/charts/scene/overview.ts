import type { Alarm } from '../../../../service/contract/index.ts';
import { constantSpan, smallestSpan } from '../../../../service/contract/value-range.ts';
import type { ChartChannel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { type Projection, pixelsOf } from '../drawing/draw-plot.ts';
import type { Palette } from '../drawing/palette.ts';
import { Plot } from '../drawing/plot.ts';
import { executeCommand, isMovement, overviewCommandFor } from '../view/commands.ts';
import type { View } from '../view/view.ts';
import type { ViewController } from '../view/view-controller.ts';
import type { ChartMark } from './chart-mark.ts';
import { type StackElements, writeStyle } from './elements.ts';
import type { AxisWidths } from './panel-view.ts';
import { Series } from './series.ts';
import { rangeLabel } from './time-labels.ts';

/** Ticks closer than this are joined, in CSS pixels. */
const APART = 2;

/** Alarms as bars at the top of the overview, markers as ticks at its bottom. */
class OverviewTicks {
  readonly #layer: HTMLElement;

  /** @param area the plot between its axes */
  constructor(area: HTMLElement) {
    this.#layer = document.createElement('div');
    this.#layer.className = 'chart-overview-ticks';
    // Screen readers get alarms from their page, and markers from the panels.
    this.#layer.ariaHidden = 'true';
    area.append(this.#layer);
  }

  /** @param alarms of the visible channels @param now the service's time, at which an active alarm ends */
  draw(range: View, alarms: readonly Alarm[], marks: readonly ChartMark[], now: number): void {
    const width = Math.max(1, this.#layer.clientWidth);
    const at = (time: number): number => Math.round(((time - range.from) / (range.to - range.from)) * width);
    const bars = alarms.map(({ since, ended }) => ({
      from: Math.max(0, at(Date.parse(since))),
      to: Math.min(width, at(ended === null ? now : Date.parse(ended))),
    }));
    const inView = bars.filter(({ from, to }) => to >= 0 && from <= width && to >= from);
    const ticks = [...new Set(marks.map((mark) => Math.round(at(mark.at) / APART) * APART))];
    this.#layer.replaceChildren(
      ...joined(inView).map(({ from, to }) => tick('chart-alarm-tick', from, Math.max(3, to - from))),
      ...ticks.filter((x) => x >= 0 && x <= width).map((x) => tick('chart-marker-tick', x, 2)),
    );
  }
}

/** Joins touching bars. */
function joined(bars: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of bars.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to + APART) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function tick(className: string, x: number, width: number): HTMLElement {
  const element = document.createElement('i');
  element.className = className;
  element.style.left = `${x}px`;
  element.style.width = `${width}px`;
  return element;
}

/** The overview shows the whole history up to this many time windows. */
const ALL_WINDOWS = 60;

/** Beyond that it shows this many. */
const WINDOWS = 30;

/** It stays unchanged within these limits, in time windows, while it contains the current one. */
const LEAST_WINDOWS = 12;
const MOST_WINDOWS = 75;

/**
 * The range of the overview, around the time window.
 * @param previous range of the overview
 * @param limits of all readings
 */
export function overviewRange(previous: View | undefined, view: View, limits: View, isLive: boolean): View {
  const window = view.to - view.from;
  const all = limits.to - limits.from;
  if (all <= ALL_WINDOWS * window) return limits;
  const windows = previous ? (previous.to - previous.from) / window : 0;
  const suits = windows >= LEAST_WINDOWS && windows <= MOST_WINDOWS;
  const length = previous && suits ? Math.min(all, previous.to - previous.from) : WINDOWS * window;
  if (isLive) return { from: limits.to - length, to: limits.to };
  if (previous && suits && view.from >= previous.from && view.to <= previous.to) return previous;
  const middle = (view.from + view.to) / 2;
  const to = Math.round(Math.min(limits.to, Math.max(limits.from + length, middle + length / 2)));
  return { from: to - length, to };
}

export interface OverviewOptions {
  readonly elements: Pick<StackElements, 'overview' | 'overviewPlot' | 'overviewWindow'>;
  readonly channels: readonly ChartChannel[];
  readonly navigator: ViewController;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  /** @param isPaused whether the view is paused */
  readonly onMoved: (isPaused: boolean) => void;
}

export interface OverviewMarks {
  readonly alarms: readonly Alarm[];
  readonly marks: readonly ChartMark[];
}

/** Margin above and below the line, as a fraction of its range. */
const MARGIN = 0.12;

/** Margin below the plot, in CSS pixels. */
const FOOT = 4;

/** Rounds the position of the handle, in percent, to spare needless layout. */
const rounded = (percent: number): number => Math.round(percent * 1000) / 1000;

/** One channel over a longer range, with the time window as a handle to drag or to move by keys. */
export class Overview {
  readonly #options: OverviewOptions;
  readonly #series: ReadonlyMap<string, Series>;
  readonly #plot: Plot;
  readonly #ticks: OverviewTicks;
  readonly #ending = new AbortController();

  #range: View;
  /** The range as drawn last. */
  #drawn: View = { from: 0, to: 0 };
  #isDragged = false;

  constructor(options: OverviewOptions) {
    this.#options = options;
    // No dashes: the line is too small for them.
    this.#series = new Map(options.channels.map((channel) => [channel.key, new Series({ ...channel, dash: [] })]));
    this.#plot = new Plot(options.elements.overviewPlot, { top: 4, right: 18 });
    this.#ticks = new OverviewTicks(this.#plot.area);
    this.#range = options.navigator.view;
  }

  get range(): View {
    return this.#range;
  }

  /** In screen pixels. */
  get screenWidth(): number {
    return this.#plot.screenWidth;
  }

  start(): void {
    const { overview, overviewWindow } = this.#options.elements;
    const { signal } = this.#ending;
    this.#plot.area.append(overviewWindow);
    let grip = 0;
    overview.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return;
        const at = this.#timeAt(event.clientX);
        const { from, to } = this.#options.navigator.view;
        grip = at >= from && at <= to ? at - from : (to - from) / 2;
        overview.setPointerCapture(event.pointerId);
        this.#isDragged = true;
        // The handle must not slide away from the pointer.
        this.#options.navigator.freeze();
        this.#moveTo(at - grip);
      },
      { signal },
    );
    overview.addEventListener(
      'pointermove',
      (event) => {
        if (overview.hasPointerCapture(event.pointerId)) this.#moveTo(this.#timeAt(event.clientX) - grip);
      },
      { signal },
    );
    overview.addEventListener('lostpointercapture', () => this.#endDrag(), { signal });
    overviewWindow.addEventListener(
      'keydown',
      (event) => {
        const command = overviewCommandFor(event);
        if (!command || !isMovement(command)) return;
        event.preventDefault();
        event.stopPropagation();
        this.#options.onMoved(executeCommand(command, this.#options.navigator));
      },
      { signal },
    );
  }

  /** The first channel that is not hidden. */
  channel(hidden: ReadonlySet<string>): ChartChannel | undefined {
    return this.#options.channels.find(({ key }) => !hidden.has(key)) ?? this.#options.channels[0];
  }

  /** Sets the range of the next drawing. */
  follow(view: View, isLive: boolean): void {
    // It must not move under the pointer during a drag.
    if (this.#isDragged) return;
    this.#range = overviewRange(this.#range, view, this.#options.navigator.limits, isLive);
  }

  /** Its range has moved by a pixel since it was drawn. */
  get isOutdated(): boolean {
    const { from, to } = this.#range;
    const pixel = (to - from) / Math.max(1, this.#plot.width);
    return Math.max(Math.abs(from - this.#drawn.from), Math.abs(to - this.#drawn.to)) > pixel;
  }

  /** @param hidden keys of hidden channels; the first other one is drawn */
  draw(hidden: ReadonlySet<string>, palette: Palette, margins: AxisWidths, marks: OverviewMarks): void {
    const view = this.#range;
    this.#drawn = view;
    const channel = this.channel(hidden);
    const series = channel && this.#series.get(channel.key);
    const source = channel && this.#options.sources.get(channel.key);
    if (!channel || !series || !source) return;
    this.#ticks.draw(view, marks.alarms, marks.marks, this.#options.now());
    const { min, max } = series.take(source, view, this.#plot.screenWidth);
    const isConstant = max - min <= smallestSpan(min, max);
    const span = isConstant ? constantSpan(channel.unit, max) : (max - min) * (1 + 2 * MARGIN);
    const low = (min + max) / 2 - span / 2;
    const share: Projection = {
      x: (time) => (time - view.from) / (view.to - view.from),
      y: (value) => (value - low) / span,
    };
    const box = this.#plot.place(margins.left, FOOT, margins.right);
    const lines = [series.line(pixelsOf(box, share), palette)];
    const bare = { xTicks: [], yTicks: [], limits: [], floor: Number.NEGATIVE_INFINITY };
    this.#plot.draw({ ...bare, box, lines, lineWidth: 1, share, colors: palette }, palette.fonts);
  }

  /** Moves the handle. */
  mark(view: View): void {
    const { from, to } = this.#range;
    const { overviewWindow } = this.#options.elements;
    const part = (time: number): number => ((time - from) / Math.max(1, to - from)) * 100;
    const width = part(view.to) - part(view.from);
    // It keeps a minimum width, with the same right edge.
    writeStyle(overviewWindow, 'right', `${rounded(Math.max(0, 100 - part(view.to)))}%`);
    writeStyle(overviewWindow, 'width', `${rounded(width)}%`);
    const text = rangeLabel(view.from, view.to, this.#options.now());
    if (overviewWindow.ariaValueText === text) return;
    overviewWindow.ariaValueNow = String(Math.max(0, Math.min(100, Math.round(part(view.to)))));
    overviewWindow.ariaValueText = text;
  }

  fit(): void {
    this.#plot.fit();
  }

  stop(): void {
    this.#ending.abort();
    // React owns the handle: the plot must not remove it.
    this.#options.elements.overviewPlot.append(this.#options.elements.overviewWindow);
    this.#plot.stop();
  }

  #timeAt(clientX: number): number {
    const box = this.#plot.area.getBoundingClientRect();
    const { from, to } = this.#range;
    return from + ((clientX - box.left) / Math.max(1, box.width)) * (to - from);
  }

  #endDrag(): void {
    this.#isDragged = false;
    this.#options.onMoved(true);
  }

  #moveTo(from: number): void {
    const { view } = this.#options.navigator;
    this.#options.navigator.show({ from, to: from + view.to - view.from });
    this.#options.onMoved(true);
  }
}
