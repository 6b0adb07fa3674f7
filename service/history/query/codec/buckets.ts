import type { Buckets } from '../../types.ts';
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
