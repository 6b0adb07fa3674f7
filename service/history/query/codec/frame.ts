import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, damagedError } from './bytes.ts';
import { readColumn, writeColumn } from './column.ts';

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
