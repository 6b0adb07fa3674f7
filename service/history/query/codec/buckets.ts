import type { Buckets, Points } from '../../types.ts';
import { BUCKET_COLUMNS, bucketsOf } from '../bucket-columns.ts';
import { FRAME, pack, unpack } from './frame.ts';

/** Packs buckets without loss. @throws RangeError beyond MAX_ROWS (2^20) buckets */
export function encodeBuckets(buckets: Buckets): Uint8Array<ArrayBuffer> {
  return pack(
    FRAME.buckets,
    BUCKET_COLUMNS.map((name) => Float64Array.from(buckets[name])),
  );
}

/** @throws StoreError `damaged` */
export function decodeBuckets(bytes: Uint8Array): Buckets {
  const columns = unpack(FRAME.buckets, bytes, BUCKET_COLUMNS.length);
  const column = (name: keyof Buckets): Float64Array => columns[BUCKET_COLUMNS.indexOf(name)] ?? new Float64Array(0);
  return bucketsOf(column, new Uint8Array(column('broken')));
}

/**
 * Packs points without loss, in any order; ascending timestamps take the least space.
 * @throws RangeError beyond MAX_ROWS (2^20) points
 */
export function encodePoints({ at, value }: Points): Uint8Array<ArrayBuffer> {
  return pack(FRAME.points, [at, value]);
}

/** @throws StoreError `damaged` */
export function decodePoints(bytes: Uint8Array): Points {
  const [at = new Float64Array(0), value = new Float64Array(0)] = unpack(FRAME.points, bytes, 2);
  return { at, value };
}
