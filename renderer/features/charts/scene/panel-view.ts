import type { Alarm, AlarmRule } from '../../../../service/contract/index.ts';
import type { Tick } from '../../../../service/contract/value-ticks.ts';
import type { Readable } from '../../../data/store.ts';
import type { AxisLimits, AxisStore } from '../axis/axis-settings.ts';
import type { PanelAxis } from '../axis/panel-axis.ts';
import type { Panel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import type { Extremes } from '../data/decimate.ts';
import type { PointBuffer } from '../data/point-buffer.ts';
import { lineWidthOf } from '../drawing/draw-plot.ts';
import { seriesColor } from '../drawing/palette.ts';
import { Plot } from '../drawing/plot.ts';
import type { Box } from '../drawing/surface.ts';
import type { SelectedValues } from '../view/view.ts';
import { AlarmLayer } from './alarm-layer.ts';
import { type AxisSnapshot, AxisView } from './axis-view.ts';
import type { ChartMark } from './chart-mark.ts';
import { type PanelElements, writeText } from './elements.ts';
import type { LimitHandlesOptions } from './limit-handles.ts';
import { MarkerLayer } from './marker-layer.ts';
import { CursorMark, type Selection, SelectionMark } from './overlays.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { nextTime, pointOf, type ReadPoint } from './read-point.ts';

/** Height of the time axis, in CSS pixels; ChartStack's layout adds it to the last panel. */
const TIME_AXIS = 24;

/** Bottom margin of a panel without a time axis, in CSS pixels. */
const NO_TIME_AXIS = 10;

/** Width of the value axes, which all panels of a stack share, in CSS pixels. */
export interface AxisWidths {
  readonly left: number;
  /** 0 without a right axis. */
  readonly right: number;
}

/** What a panel shows now: its left axis, and the right one if it has any. */
export interface PanelSnapshot extends AxisSnapshot {
  readonly right?: AxisSnapshot | undefined;
  /** Of the plot, in CSS pixels. */
  readonly height: number;
}

export interface PanelOptions {
  readonly panel: Panel;
  readonly elements: PanelElements;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly axes: AxisStore;
  readonly rules: Readable<readonly AlarmRule[]>;
  /** Only one panel shows the markers' names, and has measuring cursors for the keyboard. */
  readonly hasMarkerNames: boolean;
  readonly onMark: (mark: ChartMark, anchor: HTMLElement) => void;
  readonly onLimit: LimitHandlesOptions['onChange'];
  /** Everything must be drawn again. */
  readonly onRedraw: () => void;
}

/** One panel: plot, value axes, legend values, cursor. */
export class PanelView {
  readonly #options: PanelOptions;
  readonly #plot: Plot;
  readonly #left: AxisView;
  readonly #right: AxisView | undefined;
  readonly #axes: readonly AxisView[];
  readonly #cursor: CursorMark;
  readonly #selection: SelectionMark;
  readonly #markers: MarkerLayer;
  readonly #alarms: AlarmLayer;
  #hasTimeAxis = false;
  #needed: AxisWidths = { left: 0, right: 0 };
  /** Otherwise it is not drawn. */
  isInView = true;

  constructor(options: PanelOptions) {
    const { panel, elements, sources, axes, rules } = options;
    this.#options = options;
    this.#plot = new Plot(elements.plot, { top: 8, right: 18 });
    this.#alarms = new AlarmLayer({ area: this.#plot.area, panel, rules });
    this.#selection = new SelectionMark(this.#plot.area, options.hasMarkerNames);
    const colors = panel.channels.map(({ color }) => seriesColor(color));
    const cursor = new CursorMark(this.#plot.area, colors);
    this.#cursor = cursor;
    this.#markers = new MarkerLayer({
      area: this.#plot.area,
      hasNames: options.hasMarkerNames,
      onOpen: options.onMark,
    });
    const { onLimit, onRedraw } = options;
    const shared = { plot: this.#plot, elements, sources, axes, rules, onLimit, onRedraw };
    this.#left = new AxisView({ ...shared, axis: panel.left, side: 'left', cursor });
    // The dots of its series follow those of the left axis.
    const first = panel.left.channels.length;
    const dots: Pick<CursorMark, 'dot'> = { dot: (index, at) => cursor.dot(first + index, at) };
    this.#right = panel.right && new AxisView({ ...shared, axis: panel.right, side: 'right', cursor: dots });
    this.#axes = [this.#left, ...(this.#right ? [this.#right] : [])];
  }

  /** The element of the plot between its axes. */
  get area(): HTMLElement {
    return this.#plot.area;
  }

  /** The left one first. */
  get axes(): readonly PanelAxis[] {
    return this.#axes.map(({ control }) => control);
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
    return { ...this.#left.snapshot, right: this.#right?.snapshot, height: this.#plot.height };
  }

  /** The point of any line nearest to a time, within the pointer's reach; undefined in a gap. */
  nearest(time: number, msPerPixel: number, hidden: ReadonlySet<string>): ReadPoint | undefined {
    return this.#eachShown(hidden, (points, source) => pointOf(points, source, time, msPerPixel)).toSorted(
      (a, b) => Math.abs(a.time - time) - Math.abs(b.time - time),
    )[0];
  }

  /** Times of the next point of each line, or of the last one before. */
  nextTimes(time: number, direction: 1 | -1, hidden: ReadonlySet<string>): number[] {
    return this.#eachShown(hidden, (points, source) => nextTime(points, source, time, direction));
  }

  #eachShown<Found>(
    hidden: ReadonlySet<string>,
    find: (points: PointBuffer, source: ChannelSource) => Found | undefined,
  ): Found[] {
    const all = this.#axes.flatMap(({ series }) => series);
    return all.flatMap(({ channel, points }) => {
      const source = this.#options.sources.get(channel.key);
      const found = source && !hidden.has(channel.key) ? find(points, source) : undefined;
      return found === undefined ? [] : [found];
    });
  }

  /** The values of a part of the plot's height. @param from,to fractions, from the bottom */
  part(from: number, to: number): SelectedValues | undefined {
    const right = this.#right?.part(from, to);
    const left = this.#left.part(from, to);
    return left ? { ...left, ...(right && { right }) } : right;
  }

  fit(): void {
    this.#plot.fit();
  }

  /** Contains legend and plot. */
  get element(): HTMLElement {
    return this.#options.elements.panel;
  }

  /** Widths that the value axes needed last. */
  get needed(): AxisWidths {
    return this.#needed;
  }

  /** Collects the points of the next drawing. */
  take(shared: PanelContext): void {
    const { panel, sources, elements } = this.#options;
    const { hidden, palette } = shared;
    const found = this.#axes.map((axis) => ({ ...axis.take(shared), limits: axis.fixed }));
    const isEmpty = found.every(({ min, max, isCut }) => min > max && !isCut);
    writeText(elements.message, isEmpty ? panelMessage(panel, sources, hidden) : '');
    writeText(elements.axisNote, found.map((extremes) => axisNote(extremes, extremes.limits)).find(Boolean) ?? '');
    this.#needed = { left: this.#left.width(palette.fonts), right: this.#right?.width(palette.fonts) ?? 0 };
  }

  /** Makes room for the axes. @param widths that all panels share @returns the plot between the axes */
  place(widths: AxisWidths, hasTimeAxis: boolean): Box {
    this.#hasTimeAxis = hasTimeAxis;
    return this.#plot.place(widths.left, hasTimeAxis ? TIME_AXIS : NO_TIME_AXIS, widths.right);
  }

  /** Draws what was taken. @param xTicks of the time axis; empty if another panel has it @param box of `place` */
  draw(shared: PanelContext, xTicks: readonly Tick[], box: Box): void {
    const { view, isLive, palette, hidden, highlighted } = shared;
    const isOwn = this.#options.panel.channels.some(({ key }) => key === highlighted && !hidden.has(key));
    const scene = {
      ...this.#left.draw(shared, box, isOwn),
      right: this.#right?.draw(shared, box, isOwn),
      xTicks,
    };
    this.#plot.draw(
      { ...scene, box, lineWidth: lineWidthOf(scene), colors: palette },
      palette.fonts,
      isLive ? undefined : view,
    );
  }

  /** Writes the values at the pointer, or at the right edge. */
  read(shared: PanelContext, reading: CursorReading): void {
    this.#cursor.move(reading.pointer, this.#hasTimeAxis ? reading.label : '');
    for (const axis of this.#axes) axis.read(shared, reading);
  }

  /** @param marks ascending by time @param alarms of any channels */
  mark(marks: readonly ChartMark[], alarms: readonly Alarm[], { view, hidden, units }: PanelContext): void {
    this.#markers.show(marks, view, this.#plot.width);
    this.#alarms.show({ alarms, hidden, units, view, width: this.#plot.width });
  }

  /** Shades the selection; undefined for none. @param values of a box */
  select(selection: Omit<Selection, 'values'> | undefined, values: SelectedValues | undefined): void {
    const index = this.axes.findIndex(({ id }) => id === values?.axis);
    const axis = this.#axes[index];
    const box = values && axis && { min: axis.share(values.min), max: axis.share(values.max) };
    this.#selection.show(selection && { ...selection, values: box }, this.#plot.width);
  }

  stop(): void {
    for (const axis of this.#axes) axis.stop();
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
