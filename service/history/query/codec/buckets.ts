import type { Buckets, Points } from '../../types.ts';
import { FRAME, pack, unpack } from './frame.ts';

const COLUMNS = ['at', 'count', 'failed', 'min', 'max', 'mean', 'm2', 'gaps', 'broken'] as const;

/** Packs buckets without loss. @throws RangeError beyond MAX_ROWS (2^20) buckets */
export function encodeBuckets(buckets: Buckets): Uint8Array<ArrayBuffer> {
  return pack(
    FRAME.buckets,
    COLUMNS.map((name) => Float64Array.from(buckets[name])),
  );
}

/** @throws StoreError `damaged` */
export function decodeBuckets(bytes: Uint8Array): Buckets {
  const columns = unpack(FRAME.buckets, bytes, COLUMNS.length);
  const column = (name: (typeof COLUMNS)[number]): Float64Array =>
    columns[COLUMNS.indexOf(name)] ?? new Float64Array(0);
  return {
    at: column('at'),
    count: column('count'),
    failed: column('failed'),
    min: column('min'),
    max: column('max'),
    mean: column('mean'),
    m2: column('m2'),
    gaps: column('gaps'),
    broken: new Uint8Array(column('broken')),
  };
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
