import type { View } from '../view/view.ts';
import { eachReading, type ReadingSource } from './readings.ts';

/** How a channel moves, in a word. */
export type Trend = 'rising' | 'falling' | 'steady';

/** A change smaller than this part of what lies between least and greatest says nothing. */
const WORTH_SAYING = 0.4;

/** The first and the last so much of a view are compared. */
const PART = 1 / 3;

/**
 * How a channel moves through a view: the mean of its last third beside that of its first.
 * @param width of the chart in pixels of the screen
 * @returns undefined where one of them has no reading
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
