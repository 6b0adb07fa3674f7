import { NO_VALUE } from '../../../data/format/numbers.ts';
import { precisionOf } from '../channels.ts';
import type { PointBuffer } from '../data/point-buffer.ts';
import type { View } from '../view/view.ts';
import type { PanelElements } from './elements.ts';
import type { PanelContext } from './panel-context.ts';
import type { Series } from './series.ts';
import { ValueText } from './value-text.ts';

/** Least and greatest value of the points in a view; undefined without any. */
export function rangeOf(points: PointBuffer, view: View): { min: number; max: number } | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < points.length; index += 1) {
    const time = points.time(index);
    if (time < view.from || time > view.to || Number.isNaN(points.value(index))) continue;
    min = Math.min(min, points.low(index));
    max = Math.max(max, points.high(index));
  }
  return min <= max ? { min, max } : undefined;
}

/** Minimum and maximum of each visible channel in the legend. */
export class LegendRange {
  readonly #series: readonly Series[];
  readonly #texts: ReadonlyMap<string, readonly ValueText[]>;

  constructor(elements: Pick<PanelElements, 'minima' | 'maxima' | 'figureWidth'>, series: readonly Series[]) {
    const { minima, maxima, figureWidth } = elements;
    this.#series = series;
    this.#texts = new Map(
      series.map(({ channel: { key } }) => [
        key,
        [minima.get(key), maxima.get(key)].flatMap((element) => (element ? [new ValueText(element, figureWidth)] : [])),
      ]),
    );
  }

  write({ view, hidden, units }: PanelContext): void {
    for (const { channel, points } of this.#series) {
      const { key, unit } = channel;
      const range = hidden.has(key) ? undefined : rangeOf(points, view);
      const shown = units.of(unit);
      const figures = range
        ? [range.min, range.max].map((value) => shown.format(value, precisionOf(channel)))
        : [NO_VALUE, NO_VALUE];
      for (const [index, text] of (this.#texts.get(key) ?? []).entries()) text.write(figures[index] ?? NO_VALUE);
    }
  }
}
