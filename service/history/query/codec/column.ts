/** Packs a column of doubles without loss, in the smallest of several encodings. */
import { type ByteReader, ByteWriter, damagedError } from './bytes.ts';
import { type ColumnEncoding, ENCODINGS } from './encodings.ts';
import { readWholeNumbers, writeIntegers } from './integers.ts';

/** Special values; the index is part of the format. All NaN are equal. */
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0] as const;

/** Writes doubles, but not their number. */
export function writeColumn(writer: ByteWriter, values: Float64Array): void {
  const places: number[] = [];
  const kinds: number[] = [];
  values.forEach((value, index) => {
    if (isOrdinary(value)) return;
    places.push(index);
    kinds.push(ODD.findIndex((odd) => Object.is(odd, value)));
  });
  writer.varint(places.length);
  if (places.length > 0) {
    writeIntegers(writer, Float64Array.from(places));
    writeIntegers(writer, Float64Array.from(kinds));
  }
  const ordinary = places.length > 0 ? values.filter(isOrdinary) : values;
  if (ordinary.length > 0) writeOrdinary(writer, ordinary);
}

function isOrdinary(value: number): boolean {
  return value === 0 ? 1 / value > 0 : Number.isFinite(value);
}

/** Reverses `writeColumn`: fills a column of the written length. @throws StoreError `damaged` */
export function readColumn(reader: ByteReader, into: Float64Array): void {
  const odd = reader.varint(into.length);
  if (odd === 0) {
    if (into.length > 0) readOrdinary(reader, into);
    return;
  }
  const places = new Float64Array(odd);
  const kinds = new Float64Array(odd);
  readWholeNumbers(reader, places);
  readWholeNumbers(reader, kinds);
  const ordinary = new Float64Array(into.length - odd);
  if (ordinary.length > 0) readOrdinary(reader, ordinary);
  let taken = 0;
  let start = 0;
  places.forEach((place, index) => {
    const value = ODD[kinds[index] ?? -1];
    if (value === undefined || !(place >= start) || place >= into.length) throw damagedError('index out of range');
    into.set(ordinary.subarray(taken, taken + place - start), start);
    taken += place - start;
    into[place] = value;
    start = place + 1;
  });
  into.set(ordinary.subarray(taken), start);
}

function writeOrdinary(writer: ByteWriter, values: Float64Array): void {
  let best: ByteWriter | undefined;
  for (const [kind, form] of ENCODINGS.entries()) {
    if (form.isWide && best) break;
    const attempt = attemptOf(kind, form, values);
    if (attempt && attempt.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = attempt;
  }
  if (best) writer.bytes(best.finish());
}

function attemptOf(kind: number, form: ColumnEncoding, values: Float64Array): ByteWriter | undefined {
  const attempt = new ByteWriter();
  attempt.byte(kind);
  return form.write(attempt, values) ? attempt : undefined;
}

function readOrdinary(reader: ByteReader, into: Float64Array): void {
  const form = ENCODINGS[reader.byte()];
  if (!form) throw damagedError('unknown column type');
  form.read(reader, into);
}
