import type { Aggregate, Buckets } from '../types.ts';

const BROKEN_BEFORE = 1;
const BROKEN_AFTER = 2;

/** In the order of packed buckets, which is part of the format. */
export const BUCKET_COLUMNS = ['at', 'count', 'failed', 'min', 'max', 'mean', 'm2', 'gaps', 'broken'] as const;

export function bucketsOf(
  column: (name: Exclude<keyof Buckets, 'broken'>) => Float64Array,
  broken: Uint8Array,
): Buckets {
  return {
    at: column('at'),
    count: column('count'),
    failed: column('failed'),
    min: column('min'),
    max: column('max'),
    mean: column('mean'),
    m2: column('m2'),
    gaps: column('gaps'),
    broken,
  };
}

export function blankBuckets(length: number): Buckets {
  return bucketsOf(() => new Float64Array(length), new Uint8Array(length));
}

/** A copy of the first `length` buckets with another capacity. */
export function resized(buckets: Buckets, length: number, capacity: number): Buckets {
  const copy = blankBuckets(capacity);
  putBuckets(copy, 0, sliced(buckets, length));
  return copy;
}

/** The first `length` buckets, sharing memory. */
export function sliced(buckets: Buckets, length: number): Buckets {
  return bucketsOf((name) => buckets[name].subarray(0, length), buckets.broken.subarray(0, length));
}

export function putBuckets(buckets: Buckets, place: number, added: Buckets): void {
  for (const name of BUCKET_COLUMNS) buckets[name].set(added[name], place);
}

/** Shifts the buckets from `place` to `length` by one; the columns must have room. */
export function insertGap(buckets: Buckets, place: number, length: number): void {
  if (place < length) for (const name of BUCKET_COLUMNS) buckets[name].copyWithin(place + 1, place, length);
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
