import { type SampleRing } from '../../../data/samples/sample-ring.ts';
import { runsBetween } from '../../../data/samples/window.ts';
import type { View } from './view.ts';

/** Statistics of a channel in a range; null without readings. */
export interface Statistics {
  readonly latest: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Null also if only the extremes are still in memory. */
  readonly mean: number | null;
}

export const EMPTY_STATISTICS: Statistics = { latest: null, min: null, max: null, mean: null };

export function statistics(series: SampleRing | undefined, view: View): Statistics {
  if (!series) return EMPTY_STATISTICS;
  let count = 0;
  let mean = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let latest: number | null = null;
  let isWhole = true;
  for (const { ring, start, end } of runsBetween(series, view.from, view.to, 0)) {
    for (let index = start; index < end; index += 1) {
      const time = ring.time(index);
      if (time < view.from || time > view.to) continue;
      const value = ring.value(index);
      latest = Number.isNaN(value) ? null : value;
      if (latest === null) continue;
      count += 1;
      mean += (latest - mean) / count;
      min = Math.min(min, latest);
      max = Math.max(max, latest);
      isWhole &&= ring === series.raw;
    }
  }
  return count === 0 ? EMPTY_STATISTICS : { latest, min, max, mean: isWhole ? mean : null };
}
