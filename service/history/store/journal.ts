/** Committed data not in blocks yet: one row per commit, in order. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged } from './faults.ts';
import { transaction } from './schema.ts';

/** Readings and gaps of several channels, in order of arrival. */
export interface Entry {
  /** Ascending. */
  readonly id: number;
  /** The first entry of a run of the service: every channel gets a gap before it. */
  readonly begins: boolean;
  /** Channel ids of this file. */
  readonly channels: Uint32Array;
  readonly at: Float64Array;
  /** As in `Points`; the timestamp of a gap is ignored. */
  readonly values: Float64Array;
}

/** Two doubles and a channel id. */
const POINT_BYTES = 20;

/** A trailing CRC-32: SQLite does not detect changed bytes within a row. */
const CHECK_BYTES = 4;

export class Journal {
  readonly #database: DatabaseSync;
  readonly #append: StatementSync;
  readonly #deleteUpTo: StatementSync;
  #bytes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#append = database.prepare('INSERT INTO journal (id, begins, data) VALUES (?, ?, ?)');
    this.#deleteUpTo = database.prepare('DELETE FROM journal WHERE id <= ? RETURNING length(data) AS bytes');
    this.#bytes = Number(database.prepare('SELECT sum(length(data)) AS bytes FROM journal').get()?.['bytes'] ?? 0);
  }

  /** Size of the journal. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Within a transaction. @returns the bytes to be passed to `committed` after it */
  append({ id, begins, channels, at, values }: Entry): number {
    const data = pack(channels, at, values);
    this.#append.run(id, begins ? 1 : 0, data);
    return data.length;
  }

  committed(bytes: number): void {
    this.#bytes += bytes;
  }

  /** @throws StoreError `damaged` */
  *entries(): Generator<Entry> {
    const rows = this.#database.prepare('SELECT id, begins, data FROM journal ORDER BY id').iterate();
    for (const { id, begins, data } of rows) {
      if (!(data instanceof Uint8Array)) throw damaged('journal row without data');
      yield { id: Number(id), begins: begins === 1, ...unpack(data) };
    }
  }

  /** Deletes the entries up to `upTo`, or none if it throws. @returns the bytes freed */
  deleteUpTo(upTo: number): number {
    const rows = transaction(this.#database, () => this.#deleteUpTo.all(upTo));
    const freed = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    this.#bytes -= freed;
    return freed;
  }
}

/** The columns one after the other, in memory order: little-endian on every platform of Node.js. */
function pack(channels: Uint32Array, at: Float64Array, values: Float64Array): Uint8Array {
  const data = new Uint8Array(at.length * POINT_BYTES + CHECK_BYTES);
  let offset = 0;
  for (const column of [at, values, channels]) {
    data.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += column.byteLength;
  }
  new DataView(data.buffer).setUint32(offset, crc32(data.subarray(0, offset)), true);
  return data;
}

function unpack(data: Uint8Array): Omit<Entry, 'id' | 'begins'> {
  const rest = data.length % POINT_BYTES;
  // Rows of an earlier version have no checksum.
  if (rest !== CHECK_BYTES && rest !== 0) throw damaged('journal row truncated');
  if (rest === CHECK_BYTES && !isWhole(data)) throw damaged('journal row checksum mismatch');
  const length = Math.floor(data.length / POINT_BYTES);
  // A copy is aligned to eight bytes.
  const { buffer } = Uint8Array.from(data);
  return {
    at: new Float64Array(buffer, 0, length),
    values: new Float64Array(buffer, 8 * length, length),
    channels: new Uint32Array(buffer, 16 * length, length),
  };
}

function isWhole(data: Uint8Array): boolean {
  const end = data.length - CHECK_BYTES;
  const { buffer, byteOffset } = data;
  return new DataView(buffer, byteOffset + end).getUint32(0, true) === crc32(data.subarray(0, end));
}
