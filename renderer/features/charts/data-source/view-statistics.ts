import { PointBuffer } from '../draw/point-buffer.ts';
import { EMPTY_STATISTICS, type Statistics, statistics } from '../view/statistics.ts';
import type { View } from '../view/view.ts';
import type { ChannelSource } from './channel-source.ts';

/** Used again for each: it is asked every few seconds. */
const points = new PointBuffer();

/**
 * What a channel does in a view, by what the chart is drawn from: the readings that came through the stream where they
 * are all there is, else the line that joins them to the past. Where a point of it stands for many readings, their least
 * and greatest count, and for the mean each point alike.
 * @param width of the chart in pixels of the screen
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
  // The last point of the line may be a mean already, and its middle lie beyond the view.
  if (view.to >= source.ringFrom) latest = latestReading(source, view.to);
  if (latest !== null) [min, max] = [Math.min(min, latest), Math.max(max, latest)];
  return min > max ? EMPTY_STATISTICS : { latest, min, max, mean: count === 0 ? latest : mean };
}

/** The newest reading up to a moment; null: it has no valid value, or there is none. */
function latestReading({ ring }: ChannelSource, to: number): number | null {
  const value = ring ? ring.raw.value(ring.raw.indexAfter(to) - 1) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}
