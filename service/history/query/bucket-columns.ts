import type { Aggregate, Buckets } from '../types.ts';

const BROKEN_BEFORE = 1;
const BROKEN_AFTER = 2;

export function blankBuckets(length: number): Buckets {
  return {
    at: new Float64Array(length),
    count: new Float64Array(length),
    failed: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
    mean: new Float64Array(length),
    m2: new Float64Array(length),
    gaps: new Float64Array(length),
    broken: new Uint8Array(length),
  };
}

function columnsOf(buckets: Buckets): readonly (Float64Array | Uint8Array)[] {
  return [
    buckets.at,
    buckets.count,
    buckets.failed,
    buckets.min,
    buckets.max,
    buckets.mean,
    buckets.m2,
    buckets.gaps,
    buckets.broken,
  ];
}

/** A copy of the first `length` buckets with capacity `room`. */
export function resized(buckets: Buckets, length: number, capacity: number): Buckets {
  const copy = blankBuckets(capacity);
  const from = columnsOf(buckets);
  columnsOf(copy).forEach((column, index) => {
    column.set(from[index]?.subarray(0, length) ?? []);
  });
  return copy;
}

/** The first `length` buckets, sharing memory. */
export function sliced({ at, count, failed, min, max, mean, m2, gaps, broken }: Buckets, length: number): Buckets {
  return {
    at: at.subarray(0, length),
    count: count.subarray(0, length),
    failed: failed.subarray(0, length),
    min: min.subarray(0, length),
    max: max.subarray(0, length),
    mean: mean.subarray(0, length),
    m2: m2.subarray(0, length),
    gaps: gaps.subarray(0, length),
    broken: broken.subarray(0, length),
  };
}

export function putBuckets(buckets: Buckets, place: number, added: Buckets): void {
  const from = columnsOf(added);
  columnsOf(buckets).forEach((column, index) => {
    column.set(from[index] ?? [], place);
  });
}

/** Shifts the buckets from `place` to `length` by one; the columns must have room. */
export function insertGap(buckets: Buckets, place: number, length: number): void {
  if (place < length) for (const column of columnsOf(buckets)) column.copyWithin(place + 1, place, length);
}

export function writeBucket(buckets: Buckets, index: number, at: number, summary: Aggregate): void {
  buckets.at[index] = at;
  buckets.count[index] = summary.count;
  buckets.failed[index] = summary.failed;
  buckets.min[index] = summary.min;
  buckets.max[index] = summary.max;
  buckets.mean[index] = summary.mean;
  buckets.m2[index] = summary.m2;
  buckets.gaps[index] = summary.gaps;
  buckets.broken[index] = (summary.brokenBefore ? BROKEN_BEFORE : 0) | (summary.brokenAfter ? BROKEN_AFTER : 0);
}

/** Overwrites `into`. */
export function readBucket(buckets: Buckets, index: number, into: Aggregate): void {
  const broken = buckets.broken[index] ?? 0;
  into.count = buckets.count[index] ?? 0;
  into.failed = buckets.failed[index] ?? 0;
  into.min = buckets.min[index] ?? Number.NaN;
  into.max = buckets.max[index] ?? Number.NaN;
  into.mean = buckets.mean[index] ?? Number.NaN;
  into.m2 = buckets.m2[index] ?? Number.NaN;
  into.gaps = buckets.gaps[index] ?? 0;
  into.brokenBefore = (broken & BROKEN_BEFORE) !== 0;
  into.brokenAfter = (broken & BROKEN_AFTER) !== 0;
}
