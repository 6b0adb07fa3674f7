import type { Points } from '../../types.ts';
import { FRAME, pack, unpack } from './frame.ts';

/**
 * Packs points, bit for bit, in any order of time; in order they take the least.
 * @throws RangeError beyond MAX_ROWS (2^20) points
 */
export function encodePoints({ at, value }: Points): Uint8Array<ArrayBuffer> {
  return pack(FRAME.points, [at, value]);
}

/** Unpacks what `encodePoints` packed. @throws StoreError `damaged` */
export function decodePoints(bytes: Uint8Array): Points {
  const [at = new Float64Array(0), value = new Float64Array(0)] = unpack(FRAME.points, bytes, 2);
  return { at, value };
}
