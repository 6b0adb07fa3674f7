import { precisionOf } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { type PanelElements, writeText } from './elements.ts';
import type { CursorMark } from './overlays.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import type { PanelScale } from './panel-scale.ts';
import { pointOf } from './read-point.ts';
import type { Series } from './series.ts';
import { ValueText } from './value-text.ts';

export interface PanelReadoutOptions {
  readonly elements: Pick<PanelElements, 'values' | 'ranges' | 'figureWidth'>;
  readonly series: readonly Series[];
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly scale: PanelScale;
  readonly cursor: Pick<CursorMark, 'dot'>;
}

/** Each channel's value in the legend, and its dot at the cursor. */
export class PanelReadout {
  readonly #options: PanelReadoutOptions;
  readonly #values: ReadonlyMap<string, ValueText>;

  constructor(options: PanelReadoutOptions) {
    this.#options = options;
    const { values, figureWidth } = options.elements;
    this.#values = new Map([...values].map(([key, element]) => [key, new ValueText(element, figureWidth)]));
  }

  /**
   * Writes the values at the pointer, or at the right edge.
   * @param width of the plot, in CSS pixels
   */
  write(shared: PanelContext, reading: CursorReading, width: number): void {
    for (const [index, series] of this.#options.series.entries())
      this.#writeSeries(index, series, shared, reading, width);
  }

  #writeSeries(
    index: number,
    series: Series,
    { view, hidden, units }: PanelContext,
    reading: CursorReading,
    width: number,
  ): void {
    const { scale, cursor } = this.#options;
    const { isLive, pointer } = reading;
    const { channel, points } = series;
    const source = this.#options.sources.get(channel.key);
    const msPerPixel = (view.to - view.from) / Math.max(1, width);
    const time = pointer === undefined ? view.to : reading.time;
    // A hidden line was drawn last in another view.
    const point = source && !hidden.has(channel.key) ? pointOf(points, source, time, msPerPixel) : undefined;
    const value = isLive && pointer === undefined ? source?.ring?.lastValue : point?.value;
    const known = value === undefined || Number.isNaN(value) ? null : value;
    const unit = units.of(channel.unit);
    const precision = precisionOf(channel);
    const format = (magnitude: number): string => unit.format(magnitude, precision);
    const ends = scale.part(0, 1);
    // Any value of the plot fits, so that the cursor moves nothing.
    if (ends) for (const end of [ends.min, ends.max]) this.#options.elements.figureWidth.reserve(format(end));
    this.#values.get(channel.key)?.write(unit.format(known, precision));
    const hasBand = pointer !== undefined && point !== undefined && point.low < point.high;
    const range = this.#options.elements.ranges.get(channel.key);
    if (range) writeText(range, hasBand ? `from ${format(point.low)} to ${format(point.high)}` : '');
    const isDotted = pointer !== undefined && point !== undefined && scale.isKnown;
    const x = point ? (point.time - view.from) / (view.to - view.from) : 0;
    cursor.dot(index, isDotted ? { x, y: scale.share(point.value) } : undefined);
  }
}
