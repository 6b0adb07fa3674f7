import type { ChannelRef, ChannelStatistics } from '../../../../service/contract/index.ts';
import type { SampleRing } from '../../../data/samples/sample-ring.ts';
import { runsBetween } from '../../../data/samples/window.ts';
import type { View } from '../view/view.ts';
import type { ChannelSource } from './channel-source.ts';
import { PointBuffer } from './point-buffer.ts';

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

/** Reused, since statistics are calculated every few seconds. */
const points = new PointBuffer();

/**
 * Statistics of a channel in a view, from the points that the chart draws. A point of many readings counts with their
 * minimum and maximum, and as one value in the mean.
 * @param width of the chart, in screen pixels
 */
export function viewStatistics(source: ChannelSource, view: View, width: number): Statistics {
  if (!source.isStored || view.from >= source.ringFrom) return statistics(source.ring, view);
  source.fill(view, width, points);
  let count = 0;
  let mean = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let latest: number | null = null;
  for (let index = 0; index < points.length; index += 1) {
    const time = points.time(index);
    if (time < view.from || time > view.to) continue;
    const value = points.value(index);
    latest = Number.isNaN(value) ? null : value;
    if (latest === null) continue;
    count += 1;
    mean += (latest - mean) / count;
    min = Math.min(min, points.low(index));
    max = Math.max(max, points.high(index));
  }
  // The last point may be an aggregate, with its middle beyond the view.
  if (view.to >= source.ringFrom) latest = latestReading(source, view.to);
  if (latest !== null) [min, max] = [Math.min(min, latest), Math.max(max, latest)];
  return min > max ? EMPTY_STATISTICS : { latest, min, max, mean: count === 0 ? latest : mean };
}

/** The newest reading up to a time; null without one or without a valid value. */
function latestReading({ ring }: ChannelSource, to: number): number | null {
  const value = ring ? ring.raw.value(ring.raw.indexAfter(to) - 1) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** Statistics of a channel in a range, as the history calculates them. */
export type RangeStatistics = Omit<ChannelStatistics, keyof ChannelRef | 'unit' | 'failed' | 'resolution_ms'>;

const NOTHING: RangeStatistics = {
  count: 0,
  gaps: 0,
  min: null,
  max: null,
  mean: null,
  standard_deviation: null,
  first: null,
  last: null,
  area: null,
  covered_ms: 0,
  area_missing: null,
};

/** Statistics of the readings in [from, to) that are still in memory. */
export function ringStatistics(series: SampleRing | undefined, { from, to }: View): RangeStatistics {
  let count = 0;
  let gaps = 0;
  let mean = 0;
  let squares = 0;
  let area = 0;
  let covered = 0;
  let first: RangeStatistics['first'] = null;
  let last: RangeStatistics['last'] = null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isBroken = false;
  if (!series) return NOTHING;
  const { raw } = series;
  const end = raw.indexFrom(to);
  for (let index = raw.indexFrom(from); index < end; index += 1) {
    const value = raw.value(index);
    if (Number.isNaN(value)) {
      isBroken = count > 0;
      continue;
    }
    const at = raw.time(index);
    if (isBroken) gaps += 1;
    else if (last) {
      // Trapezoidal rule for unequal intervals.
      area += ((last.magnitude + value) / 2) * ((at - last.at) / 1000);
      covered += at - last.at;
    }
    isBroken = false;
    count += 1;
    last = { at, magnitude: value };
    first ??= last;
    // Welford: squares of large values would lose small differences.
    const deviation = value - mean;
    mean += deviation / count;
    squares += deviation * (value - mean);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (count === 0) return NOTHING;
  return {
    count,
    gaps,
    min,
    max,
    mean,
    standard_deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    first,
    last,
    area: covered === 0 ? null : area,
    covered_ms: covered,
    area_missing: null,
  };
}
