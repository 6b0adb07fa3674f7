import type { View } from '../view/view.ts';
import { eachReading, type ReadingSource } from './readings.ts';

export type Trend = 'rising' | 'falling' | 'steady';

/** A smaller change, as a fraction of the range from minimum to maximum, is steady. */
const WORTH_SAYING = 0.4;

/** Fractions of the view at its start and end that are compared. */
const PART = 1 / 3;

/**
 * The trend in a view: the mean of its last third compared to that of its first.
 * @param width of the chart, in screen pixels
 * @returns undefined if one of them has no readings
 */
export function trendOf(source: ReadingSource, view: View, width: number): Trend | undefined {
  const length = (view.to - view.from) * PART;
  const first = { count: 0, mean: 0 };
  const last = { count: 0, mean: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  eachReading(source, view, width, (time, value, low, high) => {
    [min, max] = [Math.min(min, low), Math.max(max, high)];
    const part = time <= view.from + length ? first : time >= view.to - length ? last : undefined;
    if (!part) return;
    part.count += 1;
    part.mean += (value - part.mean) / part.count;
  });
  if (first.count === 0 || last.count === 0) return undefined;
  const change = last.mean - first.mean;
  if (Math.abs(change) <= WORTH_SAYING * (max - min)) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}
