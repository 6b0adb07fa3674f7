import type { ChannelRef, ChannelStatistics } from '../../contract/index.ts';
import type { Aggregate, ChannelReader } from '../types.ts';
import { emptyAggregate, mergeInto } from './aggregate.ts';
import { areaOf, MAX_EXACT_AREA, noArea } from './area.ts';
import { BucketBuilder } from './bucket-builder.ts';
import { readBucket } from './bucket-columns.ts';
import { firstReading, lastReading } from './end-readings.ts';
import { addRange, joinRaw, levelWidth, splitByResolution, type TimeRange } from './time-ranges.ts';

/**
 * The statistics of [from, to), in milliseconds since 1970: exact where raw readings are stored.
 * @param maxArea readings that are integrated; of more there is no area
 */
export function statisticsOf(
  reader: ChannelReader,
  from: number,
  to: number,
  maxArea = MAX_EXACT_AREA,
): Omit<ChannelStatistics, keyof ChannelRef | 'unit'> {
  const total = emptyAggregate();
  let resolution = 0;
  let rawCount = 0;
  const ranges = splitByResolution(reader, from, to);
  for (const range of ranges) {
    const summary = sumOf(reader, range);
    if (summary.count + summary.failed > 0) resolution = Math.max(resolution, levelWidth(range.finest));
    if (range.finest === 'raw') rawCount += summary.count;
    mergeInto(total, summary);
  }
  const { count, failed, gaps, min, max, mean, m2 } = total;
  const isEmpty = count === 0;
  // Aggregates without raw readings tell that those of this channel were deleted.
  const isDeleted = resolution > 0;
  const end = joinRaw(ranges).at(-1);
  return {
    count,
    failed,
    gaps,
    min: isEmpty ? null : min,
    max: isEmpty ? null : max,
    mean: isEmpty ? null : mean,
    standard_deviation: count < 2 ? null : Math.sqrt(m2 / (count - 1)),
    resolution_ms: resolution,
    first: isDeleted || rawCount === 0 ? null : firstReading(reader, from, to),
    last: rawCount > 0 && end?.finest === 'raw' ? lastReading(reader, end.from, to) : null,
    ...(isDeleted ? noArea('deleted') : count + failed > maxArea ? noArea('too-many') : areaOf(reader, from, to)),
  };
}

/** Number of readings in [from, to), valid or not. Milliseconds since 1970. */
export function countOf(reader: ChannelReader, from: number, to: number): number {
  return splitByResolution(reader, from, to)
    .map((range) => sumOf(reader, range))
    .reduce((total, { count, failed }) => total + count + failed, 0);
}

function sumOf(reader: ChannelReader, range: TimeRange): Aggregate {
  const builder = new BucketBuilder(Number.POSITIVE_INFINITY);
  addRange(builder, Number.POSITIVE_INFINITY, reader, range);
  const summary = emptyAggregate();
  if (builder.size > 0) readBucket(builder.build(), 0, summary);
  return summary;
}
