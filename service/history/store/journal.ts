/** What was committed and is not in blocks yet: one row a commit, in the order they came. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Readings and marks of several channels in the order they came. */
export interface Entry {
  /** The first of a run of the service: every line is interrupted before it. */
  readonly begins: boolean;
  /** By the ids of the file. */
  readonly channels: Uint32Array;
  readonly at: Float64Array;
  /** As in `Points`; the moment of a mark is not looked at. */
  readonly values: Float64Array;
}

/** Two doubles and a channel's id. */
const POINT_BYTES = 20;

export class Journal {
  readonly #database: DatabaseSync;
  readonly #append: StatementSync;
  #bytes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#append = database.prepare('INSERT INTO journal (begins, data) VALUES (?, ?)');
    this.#bytes = Number(database.prepare('SELECT sum(length(data)) AS bytes FROM journal').get()?.['bytes'] ?? 0);
  }

  /** Of what is in it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Within a transaction. What was written counts when `committed` says so. */
  append({ begins, channels, at, values }: Entry): { committed(): void } {
    const data = pack(channels, at, values);
    this.#append.run(begins ? 1 : 0, data);
    return {
      committed: () => {
        this.#bytes += data.length;
      },
    };
  }

  /** @throws RangeError where one is damaged */
  *entries(): Generator<Entry> {
    for (const { begins, data } of this.#database.prepare('SELECT begins, data FROM journal ORDER BY id').iterate()) {
      if (!(data instanceof Uint8Array)) throw new RangeError('The journal holds no bytes.');
      yield { begins: begins === 1, ...unpack(data) };
    }
  }

  /** Within a transaction; counts when `committed` says so. */
  empty(): { committed(): void } {
    this.#database.exec('DELETE FROM journal');
    return {
      committed: () => {
        this.#bytes = 0;
      },
    };
  }
}

/** The columns one after the other, as they lie in memory: little-endian on every platform that Node.js runs on. */
function pack(channels: Uint32Array, at: Float64Array, values: Float64Array): Uint8Array {
  const data = new Uint8Array(at.length * POINT_BYTES);
  let offset = 0;
  for (const column of [at, values, channels]) {
    data.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += column.byteLength;
  }
  return data;
}

function unpack(data: Uint8Array): Omit<Entry, 'begins'> {
  if (data.length % POINT_BYTES !== 0) throw new RangeError('A row of the journal is cut off.');
  const length = data.length / POINT_BYTES;
  // A copy of its own begins at a multiple of eight bytes.
  const { buffer } = Uint8Array.from(data);
  return {
    at: new Float64Array(buffer, 0, length),
    values: new Float64Array(buffer, 8 * length, length),
    channels: new Uint32Array(buffer, 16 * length, length),
  };
}
