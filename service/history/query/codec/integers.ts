/**
 * Packs whole numbers as differences from a prediction: none (order 0), the previous number (order 1), or the line
 * through the previous two (order 2).
 */
import { type ByteReader, type ByteWriter, damagedError } from './bytes.ts';
import { readCompressed, writeCompressed } from './compression.ts';

const WORD = 2 ** 32;

/** Bytes that hold a whole number from 0 to 2^53. */
function bytesFor(greatest: number): number {
  let bytes = 0;
  while (greatest >= 256 ** bytes) bytes += 1;
  return bytes;
}

/** @param planes bytes per number */
function toPlanes(values: Float64Array, planes: number): Uint8Array {
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

/** Magnitude limit, so that every difference is exact. */
export const WHOLE_LIMIT = 2 ** 51;
/** Magnitude limit for exact second differences. */
const SECOND_ORDER_LIMIT = 2 ** 49;
const MAX_PLANES = 7;

/** @param values whole, magnitude up to WHOLE_LIMIT; their number is not written */
export function writeIntegers(writer: ByteWriter, values: Float64Array): void {
  const isLarge = values.some((value) => Math.abs(value) > SECOND_ORDER_LIMIT);
  const order = Math.min(bestOrder(values, isLarge ? 1 : 2), values.length);
  const differences = differencesOf(values, order);
  const base = isLarge ? 0 : usual(differences.subarray(order));
  let greatest = 0;
  for (let index = order; index < differences.length; index += 1) {
    const apart = (differences[index] ?? 0) - base;
    const folded = apart < 0 ? -2 * apart - 1 : 2 * apart;
    if (folded > greatest) greatest = folded;
    differences[index] = folded;
  }
  const planes = bytesFor(greatest);
  writer.byte(order + 4 * planes);
  for (let index = 0; index < order; index += 1) writer.signed(differences[index] ?? 0);
  writer.signed(base);
  if (planes > 0) writeCompressed(writer, toPlanes(differences.subarray(order), planes));
}

/** Reverses `writeIntegers`: fills a column of the written length. @throws StoreError `damaged` */
export function readWholeNumbers(reader: ByteReader, into: Float64Array): void {
  const head = reader.byte();
  const order = head % 4;
  const planes = Math.floor(head / 4);
  if (order > Math.min(2, into.length) || planes > MAX_PLANES) throw damagedError('unknown column type');
  for (let index = 0; index < order; index += 1) into[index] = reader.signed();
  const base = reader.signed();
  if (planes === 0) into.fill(base, order);
  else unfold(into, order, readCompressed(reader, (into.length - order) * planes), planes, base);
  integrate(into, order);
}

/** Adds zigzag-coded differences (0, -1, 1, -2, 2...) to a base. @param start first index in `into` */
function unfold(into: Float64Array, start: number, bytes: Uint8Array, planes: number, base: number): void {
  const length = into.length - start;
  for (let index = 0; index < length; index += 1) {
    const low = wordAt(bytes, index, length, Math.min(4, planes));
    const high = planes > 4 ? wordAt(bytes, 4 * length + index, length, planes - 4) : 0;
    const half = high * 2 ** 31 + (low >>> 1);
    into[start + index] = base + ((low & 1) === 0 ? half : -half - 1);
  }
}

/** Up to four bytes, one per plane, as 32 bits. */
function wordAt(bytes: Uint8Array, start: number, apart: number, count: number): number {
  let word = bytes[start] ?? 0;
  if (count > 1) word |= (bytes[start + apart] ?? 0) << 8;
  if (count > 2) word |= (bytes[start + 2 * apart] ?? 0) << 16;
  if (count > 3) word |= (bytes[start + 3 * apart] ?? 0) << 24;
  return word;
}

/** The first `order` results start the chain: the first number, then the first difference. */
function differencesOf(values: Float64Array, order: number): Float64Array {
  const differences = values.slice();
  for (let pass = 1; pass <= order; pass += 1) {
    for (let index = values.length - 1; index >= pass; index -= 1) {
      differences[index] = (differences[index] ?? 0) - (differences[index - 1] ?? 0);
    }
  }
  return differences;
}

function integrate(values: Float64Array, order: number): void {
  for (let pass = order; pass >= 1; pass -= 1) {
    for (let index = pass; index < values.length; index += 1) {
      values[index] = (values[index] ?? 0) + (values[index - 1] ?? 0);
    }
  }
}

/** The order whose differences have the fewest bits. */
function bestOrder(values: Float64Array, most: number): number {
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let order = 0; order <= most; order += 1) {
    const differences = differencesOf(values, order).subarray(order);
    const base = usual(differences);
    let digits = 0;
    // Differences above 32 bits count as 32: the small ones decide.
    for (const difference of differences) digits += 32 - Math.clz32(Math.min(0xffff_ffff, Math.abs(difference - base)));
    if (digits < fewest) {
      best = order;
      fewest = digits;
    }
  }
  return best;
}

/** Sample size for the median. */
const LOOKED_AT = 31;

/** The median of an evenly spread sample. */
function usual(values: Float64Array): number {
  const count = Math.min(LOOKED_AT, values.length);
  const some = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    some[index] = values[Math.floor((index * values.length) / count)] ?? 0;
  }
  return some.toSorted()[count >>> 1] ?? 0;
}
