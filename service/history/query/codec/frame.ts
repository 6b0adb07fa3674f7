import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, damagedError } from './bytes.ts';
import { ENCODINGS } from './encodings.ts';
import { readWholeNumbers, writeIntegers } from './integers.ts';

/** Special values; the index is part of the format. All NaN are equal. */
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0] as const;

/** Writes doubles, but not their number. */
function writeColumn(writer: ByteWriter, values: Float64Array): void {
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
function readColumn(reader: ByteReader, into: Float64Array): void {
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
    const attempt = new ByteWriter();
    attempt.byte(kind);
    const fits = form.write(attempt, values);
    if (fits && attempt.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = attempt;
  }
  if (best) writer.bytes(best.finish());
}

function readOrdinary(reader: ByteReader, into: Float64Array): void {
  const form = ENCODINGS[reader.byte()];
  if (!form) throw damagedError('unknown column type');
  form.read(reader, into);
}

/** The first byte: kind and format version. */
export const FRAME = { points: 0x11, buckets: 0x21 } as const;

/** Limit of rows packed together, so that a damaged length costs little. */
export const MAX_ROWS = 2 ** 20;
const CHECK_BYTES = 4;

/**
 * Packs columns of equal length.
 * @throws RangeError beyond MAX_ROWS
 */
export function pack(kind: number, columns: readonly Float64Array[]): Uint8Array<ArrayBuffer> {
  const rows = columns[0]?.length ?? 0;
  if (rows > MAX_ROWS) throw new RangeError(`${rows} rows exceed the limit of ${MAX_ROWS}.`);
  const writer = new ByteWriter();
  writer.byte(kind);
  writer.varint(rows);
  for (const column of columns) writeColumn(writer, column);
  const check = new DataView(new ArrayBuffer(CHECK_BYTES));
  check.setUint32(0, crc32(writer.finish()), true);
  writer.bytes(new Uint8Array(check.buffer));
  return writer.finish();
}

/** Unpacks `count` columns, which share one buffer. @throws StoreError `damaged` */
export function unpack(kind: number, bytes: Uint8Array, count: number): Float64Array[] {
  const body = bytes.subarray(0, Math.max(0, bytes.length - CHECK_BYTES));
  const check = bytes.subarray(body.length);
  if (check.length < CHECK_BYTES) throw damagedError('unexpected end');
  if (crc32(body) !== new DataView(check.buffer, check.byteOffset).getUint32(0, true)) {
    throw damagedError('checksum mismatch');
  }
  const reader = new ByteReader(body);
  if (reader.byte() !== kind) throw damagedError('unknown block type');
  const rows = reader.varint(MAX_ROWS);
  // One buffer for all: small ones cost more to allocate than to fill.
  const all = new Float64Array(rows * count);
  const columns = Array.from({ length: count }, (_, index) => all.subarray(index * rows, (index + 1) * rows));
  for (const column of columns) readColumn(reader, column);
  reader.end();
  return columns;
}
