/** Encodings of ordinary doubles: not NaN, infinite or -0. Their order is part of the format. */
import { type ByteReader, type ByteWriter, damagedError } from './bytes.ts';
import { readCompressed, writeCompressed } from './compression.ts';
import { readWholeNumbers, WHOLE_LIMIT, writeIntegers } from './integers.ts';

interface ColumnEncoding {
  /** Takes so much space that it is tried only if no earlier one fits. */
  readonly isWide: boolean;
  /** Writes at least one value; false if the values do not fit the encoding, or only at a loss. */
  write(writer: ByteWriter, values: Float64Array): boolean;
  /** Reverses `write`: fills a column of the written length. @throws StoreError `damaged` */
  read(reader: ByteReader, into: Float64Array): void;
}

const MAX_DECIMALS = 9;

/** For devices that send decimals, and for whole milliseconds: the number of decimals, then whole numbers. */
const decimals: ColumnEncoding = {
  isWide: false,
  write(writer, values) {
    const digits = decimalsOf(values);
    if (digits === undefined) return false;
    const scale = 10 ** digits;
    writer.byte(digits);
    writeIntegers(
      writer,
      values.map((value) => Math.round(value * scale)),
    );
    return true;
  },
  read(reader, into) {
    const digits = reader.byte();
    if (digits > MAX_DECIMALS) throw damagedError('too many decimals');
    const scale = 10 ** digits;
    readWholeNumbers(reader, into);
    if (digits === 0) return;
    for (let index = 0; index < into.length; index += 1) into[index] = (into[index] ?? 0) / scale;
  },
};

/** Decimals that represent every value exactly. */
function decimalsOf(values: Float64Array): number | undefined {
  let digits = 0;
  let scale = 1;
  for (const value of values) {
    while (!isDecimal(value, scale)) {
      digits += 1;
      if (digits > MAX_DECIMALS) return undefined;
      scale = 10 ** digits;
    }
  }
  // With more decimals, a large number may no longer fit.
  return values.every((value) => isDecimal(value, scale)) ? digits : undefined;
}

function isDecimal(value: number, scale: number): boolean {
  const whole = Math.round(value * scale);
  return whole / scale === value && whole <= WHOLE_LIMIT && whole >= -WHOLE_LIMIT;
}

/** One single-precision number and its bits, in the same memory. */
const SINGLE = new Float32Array(1);
const BITS = new Int32Array(SINGLE.buffer);

/** For devices that compute in single precision: its bits. */
const singles: ColumnEncoding = {
  isWide: false,
  write(writer, values) {
    if (!values.every((value) => Math.fround(value) === value)) return false;
    const bits = new Int32Array(new Float32Array(values).buffer);
    writeIntegers(writer, new Float64Array(bits));
    return true;
  },
  read(reader, into) {
    readWholeNumbers(reader, into);
    for (let index = 0; index < into.length; index += 1) {
      BITS[0] = into[index] ?? 0;
      into[index] = SINGLE[0] ?? 0;
    }
  },
};

/** For few distinct values, as from a low-resolution sensor: the sorted values and an index per value. */
const repeated: ColumnEncoding = {
  isWide: false,
  write(writer, values) {
    const distinct = distinctOf(values, values.length >>> 2);
    if (!distinct) return false;
    const ranks = new Map(Array.from(distinct, (value, rank) => [value, rank]));
    writer.varint(distinct.length);
    writeCompressed(writer, bytesOf(distinct));
    writeIntegers(
      writer,
      values.map((value) => ranks.get(value) ?? 0),
    );
    return true;
  },
  read(reader, into) {
    const distinct = new Float64Array(reader.varint(into.length));
    readDoubles(readCompressed(reader, distinct.length * 8), distinct);
    readWholeNumbers(reader, into);
    for (let index = 0; index < into.length; index += 1) {
      const value = distinct[into[index] ?? -1];
      if (value === undefined) throw damagedError('missing value');
      into[index] = value;
    }
  },
};

function distinctOf(values: Float64Array, most: number): Float64Array | undefined {
  const distinct = new Set<number>();
  for (const value of values) {
    distinct.add(value);
    if (distinct.size > most) return undefined;
  }
  return Float64Array.from(distinct).toSorted();
}

/** For doubles close to each other: the distance of each one's bits from those of the first. */
const near: ColumnEncoding = {
  isWide: true,
  write(writer, values) {
    const words = new Uint32Array(values.slice().buffer);
    const first = values.subarray(0, 1);
    const distances = new Float64Array(values.length);
    for (let index = 0; index < values.length; index += 1) {
      distances[index] = word(words, 2 * index + 1, 1) * 2 ** 32 + word(words, 2 * index, 0);
      if (Math.abs(distances[index] ?? 0) > WHOLE_LIMIT) return false;
    }
    writer.bytes(bytesOf(first));
    writeIntegers(writer, distances);
    return true;
  },
  read(reader, into) {
    const first = new Float64Array(1);
    readDoubles(reader.bytes(8), first);
    const [firstLow = 0, firstHigh = 0] = new Uint32Array(first.buffer);
    readWholeNumbers(reader, into);
    // Each distance is overwritten by its number.
    const words = new Uint32Array(into.buffer, into.byteOffset, 2 * into.length);
    for (let index = 0; index < into.length; index += 1) {
      const low = firstLow + (into[index] ?? 0);
      // The assignment truncates to 32 bits.
      words[2 * index] = low;
      words[2 * index + 1] = firstHigh + Math.floor(low / 2 ** 32);
    }
  },
};

/** Distance of a word from the same word of the first value. */
function word(words: Uint32Array, index: number, first: number): number {
  return (words[index] ?? 0) - (words[first] ?? 0);
}

/** Anything else: the bytes by their position in the double. */
const full: ColumnEncoding = {
  isWide: true,
  write(writer, values) {
    writeCompressed(writer, bytesOf(values));
    return true;
  },
  read(reader, into) {
    readDoubles(readCompressed(reader, into.length * 8), into);
  },
};

/** All first bytes of the doubles, then all second ones... */
function bytesOf(values: Float64Array): Uint8Array {
  const turned = new Uint8Array(values.length * 8);
  transpose(new Uint8Array(values.slice().buffer), turned, values.length, 8);
  return turned;
}

function readDoubles(bytes: Uint8Array, into: Float64Array): void {
  transpose(bytes, new Uint8Array(into.buffer, into.byteOffset, into.byteLength), 8, into.length);
}

function transpose(bytes: Uint8Array, into: Uint8Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      into[column * rows + row] = bytes[row * columns + column] ?? 0;
    }
  }
}

export const ENCODINGS: readonly ColumnEncoding[] = [decimals, singles, repeated, near, full];
