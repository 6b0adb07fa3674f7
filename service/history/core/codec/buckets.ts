import type { Buckets } from '../../parts.ts';
import { blankBuckets } from '../bucket-columns.ts';

/** Packs buckets. */
export function encodeBuckets(buckets: Buckets): Uint8Array {
  const columns = [
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
  return new Uint8Array(Float64Array.from(columns.flatMap((column) => [...column])).buffer);
}

/** Unpacks what `encodeBuckets` packed. @throws RangeError where it is damaged */
export function decodeBuckets(bytes: Uint8Array): Buckets {
  const all = new Float64Array(Uint8Array.from(bytes).buffer);
  const length = all.length / 9;
  const buckets = blankBuckets(length);
  const columns = [
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
  columns.forEach((column, index) => column.set(all.subarray(index * length, (index + 1) * length)));
  return buckets;
}
