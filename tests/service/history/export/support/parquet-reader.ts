/** Reads Parquet with the reader of another house (Apache Arrow in Rust, as WebAssembly), through Arrow's C interface. */
import { readParquet, wasmMemory } from 'parquet-wasm';

export interface ParquetColumn {
  name: string;
  /** Arrow's format string: `g` a double, `i` an integer of 32 bits, `tsm:UTC` milliseconds in UTC, `u` a text. */
  type: string;
  values: (number | string | null)[];
}

/** The structs of https://arrow.apache.org/docs/format/CDataInterface.html on a machine with pointers of 32 bits. */
class ArrowMemory {
  readonly #view: DataView;

  constructor(buffer: ArrayBuffer) {
    this.#view = new DataView(buffer);
  }

  pointer(at: number): number {
    return this.#view.getUint32(at, true);
  }

  long(at: number): number {
    return Number(this.#view.getBigInt64(at, true));
  }

  int(at: number): number {
    return this.#view.getInt32(at, true);
  }

  double(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  bit(at: number, index: number): boolean {
    return ((this.#view.getUint8(at + (index >> 3)) >> (index & 7)) & 1) === 1;
  }

  text(at: number, length: number): string {
    return Buffer.from(this.#view.buffer as ArrayBuffer, at, length).toString();
  }

  word(at: number): string {
    let end = at;
    while (this.#view.getUint8(end) !== 0) end += 1;
    return this.text(at, end - at);
  }
}

function valuesOf(memory: ArrowMemory, array: number, type: string): (number | string | null)[] {
  const [length, , offset] = [0, 8, 16].map((place) => memory.long(array + place)) as [number, number, number];
  const buffers = memory.pointer(array + 40);
  const [validity, first, second] = [0, 4, 8].map((place) => memory.pointer(buffers + place)) as [
    number,
    number,
    number,
  ];
  return Array.from({ length }, (_, row) => {
    const index = row + offset;
    if (validity !== 0 && !memory.bit(validity, index)) return null;
    if (type === 'g') return memory.double(first + index * 8);
    if (type === 'tsm:UTC') return memory.long(first + index * 8);
    if (type === 'i') return memory.int(first + index * 4);
    if (type !== 'u') throw new Error(`A column of type ${type} was not expected.`);
    const begin = memory.int(first + index * 4);
    return memory.text(second + begin, memory.int(first + index * 4 + 4) - begin);
  });
}

/** All columns of a file. */
export function readColumns(bytes: Uint8Array): ParquetColumn[] {
  const table = readParquet(bytes);
  const schema = table.schema.intoFFI().addr();
  const batches = table.recordBatches().map((batch) => batch.intoFFI().arrayAddr());
  // Not before all is read: the memory may grow, and is another then.
  const memory = new ArrowMemory(wasmMemory().buffer);
  const children = memory.pointer(schema + 32);
  return Array.from({ length: memory.long(schema + 24) }, (_, place) => {
    const child = memory.pointer(children + place * 4);
    const type = memory.word(memory.pointer(child));
    const values = batches.flatMap((array) =>
      valuesOf(memory, memory.pointer(memory.pointer(array + 44) + place * 4), type),
    );
    return { name: memory.word(memory.pointer(child + 4)), type, values };
  });
}
