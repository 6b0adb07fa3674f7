import type { AlarmRule } from '../../../../service/contract/index.ts';
import type { Tick } from '../../../../service/contract/value-ticks.ts';
import type { Readable } from '../../../data/store.ts';
import type { AxisLimits, AxisStore } from '../axis/axis-settings.ts';
import { PanelAxis } from '../axis/panel-axis.ts';
import type { ChannelAxis } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import type { Extremes } from '../data/decimate.ts';
import { measureText } from '../drawing/canvas-surface.ts';
import { LABEL_SIZE, type PlotAxis, type PlotLine, type Projection, pixelsOf } from '../drawing/draw-plot.ts';
import type { Plot } from '../drawing/plot.ts';
import type { Box } from '../drawing/surface.ts';
import type { SelectedValues } from '../view/view.ts';
import { AlarmLimits, type ShownLimit } from './alarm-limits.ts';
import type { PanelElements } from './elements.ts';
import { LegendRange } from './legend-range.ts';
import { LimitHandles, type LimitHandlesOptions } from './limit-handles.ts';
import type { CursorMark } from './overlays.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { PanelReadout } from './panel-readout.ts';
import { PanelScale } from './panel-scale.ts';
import { Series } from './series.ts';

/** Margins on both sides of the labels, in CSS pixels. */
const AXIS_GAPS = 8 + 12;

/** Width of a highlighted line, relative to others; opacity of the others of its panel. */
const STRONG = 1.8;
const WEAK = 0.25;

/** What a value axis shows now; input of chart images. */
export interface AxisSnapshot {
  /** Display unit. */
  readonly unit: string;
  readonly yTicks: readonly Tick[];
  /** From time and value to a fraction of the plot. */
  readonly share: Projection;
  readonly series: readonly Series[];
  /** Values at or below it are not drawn. */
  readonly floor: number;
  readonly limits: readonly ShownLimit[];
}

export interface AxisViewOptions {
  readonly axis: ChannelAxis;
  readonly side: 'left' | 'right';
  readonly plot: Plot;
  readonly elements: PanelElements;
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly axes: AxisStore;
  readonly rules: Readable<readonly AlarmRule[]>;
  readonly cursor: Pick<CursorMark, 'dot'>;
  readonly onLimit: LimitHandlesOptions['onChange'];
  /** Everything must be drawn again. */
  readonly onRedraw: () => void;
}

/** A value axis of a panel with its lines, limits and legend values. */
export class AxisView {
  readonly #options: AxisViewOptions;
  readonly #series: readonly Series[];
  readonly #scale: PanelScale;
  readonly #control: PanelAxis;
  readonly #limits: AlarmLimits;
  readonly #limitHandles: LimitHandles;
  readonly #readout: PanelReadout;
  readonly #range: LegendRange;
  #shownLimits: readonly ShownLimit[] = [];
  #share: Projection = { x: () => 0, y: () => 0 };

  constructor(options: AxisViewOptions) {
    const { axis, side, plot, elements, sources, axes, rules, cursor } = options;
    this.#options = options;
    this.#series = axis.channels.map((channel) => new Series(channel));
    this.#scale = new PanelScale(axis.unit);
    this.#control = new PanelAxis({ plot, host: elements.plot, scale: this.#scale, id: axis.id, side, axes });
    this.#limits = new AlarmLimits(axis, rules);
    const { onLimit: onChange, onRedraw: onPreview } = options;
    const handled = { area: plot.area, scale: this.#scale, limits: this.#limits };
    this.#limitHandles = new LimitHandles({ ...handled, onChange, onPreview });
    const [series, scale] = [this.#series, this.#scale];
    this.#readout = new PanelReadout({ elements, series, sources, scale, cursor });
    this.#range = new LegendRange(elements, series);
  }

  /** Under the pointer. */
  get control(): PanelAxis {
    return this.#control;
  }

  /** Of its channels. */
  get series(): readonly Series[] {
    return this.#series;
  }

  get snapshot(): AxisSnapshot {
    const { unit, ticks, floor } = this.#scale;
    return { unit, yTicks: ticks, floor, series: this.#series, limits: this.#shownLimits, share: this.#share };
  }

  /** The values of a part of the height. @param from,to fractions, from the bottom */
  part(from: number, to: number): SelectedValues | undefined {
    const limits = this.#scale.part(from, to);
    return limits && { ...limits, axis: this.#options.axis.id };
  }

  /** Position of a value in the contract's unit, as a fraction of the axis. */
  share(value: number): number {
    return this.#scale.share(value);
  }

  /** Collects the points of the next drawing. @returns the extremes of all lines in view */
  take({ view, hidden, units }: PanelContext): Extremes {
    const { axis, plot, sources, axes } = this.#options;
    const scale = this.#scale;
    scale.show(units.of(axis.unit), axes.of(axis.id));
    let isCut = false;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const series of this.#series) {
      const source = sources.get(series.channel.key);
      if (!source || hidden.has(series.channel.key)) continue;
      const found = series.take(source, view, plot.screenWidth, scale.floor);
      isCut ||= found.isCut;
      min = Math.min(min, found.min);
      max = Math.max(max, found.max);
    }
    scale.fit(min, max, plot.height);
    return { min, max, isCut };
  }

  /** The user's limits of the axis, if any. */
  get fixed(): AxisLimits | undefined {
    const { axes, axis } = this.#options;
    return axes.of(axis.id).limits;
  }

  /** The width that its labels need, in CSS pixels. */
  width(fonts: string): number {
    const font = `${LABEL_SIZE}px ${fonts}`;
    return AXIS_GAPS + Math.max(0, ...this.#scale.ticks.map(({ label }) => measureText(label, font)));
  }

  /** @param box the plot between the axes @param hasHighlight whether a line of the panel is highlighted */
  draw({ view, hidden, palette, units, highlighted }: PanelContext, box: Box, hasHighlight: boolean): PlotAxis {
    const scale = this.#scale;
    const length = view.to - view.from;
    const share: Projection = { x: (time) => (time - view.from) / length, y: (value) => scale.share(value) };
    const to = pixelsOf(box, share);
    const shown = this.#series.filter(({ channel }) => !hidden.has(channel.key));
    const lines = shown.map((series): PlotLine => {
      const line = series.line(to, palette);
      if (!hasHighlight) return line;
      const emphasis = series.channel.key === highlighted ? { thickness: STRONG } : { opacity: WEAK };
      return Object.assign(line, emphasis);
    });
    const unit = units.of(this.#options.axis.unit);
    this.#share = share;
    this.#shownLimits = scale.isKnown ? this.#limits.shown(hidden, unit, (value) => scale.share(value)) : [];
    this.#limitHandles.show(this.#shownLimits, unit);
    this.#control.place(box);
    return { yTicks: scale.ticks, floor: scale.floor, limits: this.#shownLimits, lines, share };
  }

  /** Writes the values at the pointer, or at the right edge, and the extremes of the view. */
  read(shared: PanelContext, reading: CursorReading): void {
    this.#readout.write(shared, reading, this.#options.plot.width);
    this.#range.write(shared);
  }

  stop(): void {
    this.#limitHandles.stop();
    this.#control.stop();
  }
}
