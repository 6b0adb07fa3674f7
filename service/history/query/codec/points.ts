import type { Points } from '../../types.ts';
import { FRAME, pack, unpack } from './frame.ts';

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
