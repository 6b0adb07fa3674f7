/**
 * Packs whole numbers by what they differ from what the ones before them promise: nothing (order 0), the one before
 * (order 1), or the line through the two before (order 2).
 */
import { bytesFor, fromPlanes, toPlanes } from './byte-planes.ts';
import { type ByteReader, type ByteWriter, damaged } from './bytes.ts';
import { readSqueezed, writeSqueezed } from './squeeze.ts';

/** No number may be further from 0, so that every difference is exact. */
export const WHOLE_LIMIT = 2 ** 51;
/** Beyond this, differences of differences would not be exact any more. */
const SECOND_ORDER_LIMIT = 2 ** 49;
const MAX_PLANES = 7;

/** @param values whole, none further from 0 than WHOLE_LIMIT; their number is not written */
export function writeWholeNumbers(writer: ByteWriter, values: Float64Array): void {
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
  if (planes > 0) writeSqueezed(writer, toPlanes(differences.subarray(order), planes));
}

/** Undoes `writeWholeNumbers`. @throws StoreError `damaged` */
export function readWholeNumbers(reader: ByteReader, length: number): Float64Array {
  const head = reader.byte();
  const order = head % 4;
  const planes = Math.floor(head / 4);
  if (order > Math.min(2, length) || planes > MAX_PLANES) throw damaged('a column is of no known kind');
  const values = new Float64Array(length);
  for (let index = 0; index < order; index += 1) values[index] = reader.signed();
  const base = reader.signed();
  const rest = length - order;
  if (planes === 0) values.fill(base, order);
  else unfold(values.subarray(order), fromPlanes(readSqueezed(reader, rest * planes), rest, planes), base);
  integrate(values, order);
  return values;
}

function unfold(into: Float64Array, folded: Float64Array, base: number): void {
  for (let index = 0; index < into.length; index += 1) {
    const value = folded[index] ?? 0;
    into[index] = base + (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
  }
}

/** The first `order` are what begins the chain: the first number, and the first difference. */
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

/** The order whose differences have the fewest digits. */
function bestOrder(values: Float64Array, most: number): number {
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let order = 0; order <= most; order += 1) {
    const differences = differencesOf(values, order).subarray(order);
    const base = usual(differences);
    let digits = 0;
    for (const difference of differences) digits += Math.log2(1 + Math.abs(difference - base));
    if (digits < fewest) {
      best = order;
      fewest = digits;
    }
  }
  return best;
}

/** The median of some of them, spread evenly. */
function usual(values: Float64Array): number {
  const step = Math.max(1, Math.floor(values.length / 63));
  const some = values.filter((_, index) => index % step === 0).toSorted();
  return some[some.length >>> 1] ?? 0;
}
