import type { Points } from '../../parts.ts';

/** Packs points. */
export function encodePoints({ at, value }: Points): Uint8Array {
  const both = new Float64Array(at.length * 2);
  both.set(at);
  both.set(value, at.length);
  return new Uint8Array(both.buffer);
}

/** Unpacks what `encodePoints` packed. @throws RangeError where it is damaged */
export function decodePoints(bytes: Uint8Array): Points {
  const both = new Float64Array(Uint8Array.from(bytes).buffer);
  return { at: both.slice(0, both.length / 2), value: both.slice(both.length / 2) };
}
