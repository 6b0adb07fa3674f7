import { bucketWidth, type HistoryBuckets, type HistoryPart, type HistoryReadings } from '../../contract/index.ts';
import { type Buckets, type ChannelReader, GAP, type HistoryQuery } from '../types.ts';
import { BucketBuilder } from './bucket-builder.ts';
import { readPoints } from './slice.ts';
import { addRange, joinRaw, levelWidth, splitByResolution, type TimeRange } from './time-ranges.ts';

/** Gap flags, as the contract defines them. */
const BROKEN = { before: 1, between: 2, after: 4 } as const;

/**
 * The readings of [from, to) if there are at most `points`; otherwise buckets of `bucketWidth`. Only readings in
 * [from, to) count, also in the first and last bucket. Deleted readings are replaced by aggregates, at the requested
 * width or their own if that is wider; the range is then rounded outwards to it. A range with a gap but without
 * readings yields a part with only the gap.
 */
export function runQuery(reader: ChannelReader, { from, to, points }: HistoryQuery): HistoryPart[] {
  if (!(from < to)) return [];
  const ranges = splitByResolution(reader, from, to);
  const minWidth = bucketWidth(from, to, points);
  const summed = summedUp(reader, ranges, minWidth);
  const total = summed.reduce((sum, { buckets }) => sum + readingsIn(buckets), 0);
  const parts = total > points ? summed.map(bucketsPart) : exactly(reader, ranges);
  return parts.filter(({ at, broken }) => at.length > 0 || broken.length > 0);
}

/** Buckets of one width. */
interface Summed {
  readonly width: number;
  readonly buckets: Buckets;
}

/** Neighboring ranges of equal width share their buckets, since one may span the border. */
function summedUp(reader: ChannelReader, ranges: readonly TimeRange[], minWidth: number): Summed[] {
  const built: { width: number; builder: BucketBuilder }[] = [];
  for (const range of ranges) {
    const width = Math.max(minWidth, levelWidth(range.finest));
    let current = built.at(-1);
    if (current?.width !== width) built.push((current = { width, builder: new BucketBuilder(width) }));
    addRange(current.builder, width, reader, range);
  }
  return built.map(({ width, builder }) => ({ width, buckets: builder.build() }));
}

function readingsIn({ count, failed }: Buckets): number {
  return count.reduce((sum, valid, index) => sum + valid + (failed[index] ?? 0), 0);
}

/** Few readings: each of them, and the finest aggregates where readings were deleted. */
function exactly(reader: ChannelReader, ranges: readonly TimeRange[]): HistoryPart[] {
  return joinRaw(ranges).flatMap((range): HistoryPart[] =>
    range.finest === 'raw'
      ? [readingsPart(reader, range.from, range.to)]
      : summedUp(reader, [range], levelWidth(range.finest)).map(bucketsPart),
  );
}

function readingsPart(reader: ChannelReader, from: number, to: number): HistoryReadings {
  const part: HistoryReadings = { kind: 'readings', at: [], magnitude: [], broken: [] };
  for (const points of readPoints(reader, from, to)) {
    points.value.forEach((value, index) => {
      if (value === GAP) {
        if (part.broken.at(-1) !== part.at.length) part.broken.push(part.at.length);
      } else {
        part.at.push(points.at[index] ?? 0);
        part.magnitude.push(Number.isFinite(value) ? value : null);
      }
    });
  }
  return part;
}

function bucketsPart({ width, buckets }: Summed): HistoryBuckets {
  const part: HistoryBuckets = {
    kind: 'buckets',
    width_ms: width,
    at: [],
    count: [],
    min: [],
    max: [],
    mean: [],
    broken: [],
  };
  // A bucket with only gaps is omitted; the next bucket, or the last, gets its gap flag.
  let isBroken = false;
  for (let index = 0; index < buckets.at.length; index += 1) {
    const count = buckets.count[index] ?? 0;
    if (count + (buckets.failed[index] ?? 0) === 0) {
      isBroken = true;
      continue;
    }
    part.at.push(buckets.at[index] ?? 0);
    part.count.push(count);
    part.min.push(count > 0 ? (buckets.min[index] ?? null) : null);
    part.max.push(count > 0 ? (buckets.max[index] ?? null) : null);
    part.mean.push(count > 0 ? (buckets.mean[index] ?? null) : null);
    part.broken.push(brokenIn(buckets, index) | (isBroken ? BROKEN.before : 0));
    isBroken = false;
  }
  const last = part.broken.length - 1;
  if (isBroken && last >= 0) part.broken[last] = (part.broken[last] ?? 0) | BROKEN.after;
  return part;
}

function brokenIn({ broken, gaps }: Buckets, index: number): number {
  const ends = broken[index] ?? 0;
  return (
    ((ends & 1) === 0 ? 0 : BROKEN.before) |
    ((gaps[index] ?? 0) === 0 ? 0 : BROKEN.between) |
    ((ends & 2) === 0 ? 0 : BROKEN.after)
  );
}
