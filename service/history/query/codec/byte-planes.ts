/** Whole numbers as byte planes: all lowest bytes, then all second ones. Similar bytes side by side compress better. */

const WORD = 2 ** 32;

/** Bytes that hold a whole number from 0 to 2^53. */
export function bytesFor(greatest: number): number {
  let bytes = 0;
  while (greatest >= 256 ** bytes) bytes += 1;
  return bytes;
}

/** @param planes bytes per number */
export function toPlanes(values: Float64Array, planes: number): Uint8Array {
  const { length } = values;
  const bytes = new Uint8Array(length * planes);
  for (let plane = 0; plane < planes; plane += 1) {
    const start = plane * length;
    const scale = plane < 4 ? 1 : WORD;
    const shift = (plane % 4) * 8;
    for (let index = 0; index < length; index += 1) {
      bytes[start + index] = Math.floor((values[index] ?? 0) / scale) >>> shift;
    }
  }
  return bytes;
}
