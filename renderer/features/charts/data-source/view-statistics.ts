import { PointBuffer } from '../draw/point-buffer.ts';
import { EMPTY_STATISTICS, type Statistics, statistics } from '../view/statistics.ts';
import type { View } from '../view/view.ts';
import type { ChannelSource } from './channel-source.ts';

/** Reused, since statistics are calculated every few seconds. */
const points = new PointBuffer();

/**
 * Statistics of a channel in a view, from the points that the chart draws. A point of many readings counts with their
 * minimum and maximum, and as one value in the mean.
 * @param width of the chart, in screen pixels
 */
export function viewStatistics(source: ChannelSource, view: View, width: number): Statistics {
  if (!source.isKept || view.from >= source.ringFrom) return statistics(source.ring, view);
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
