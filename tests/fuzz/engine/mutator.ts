/** Makes new inputs of those that are there. */
import type { Random } from '../../support/random.ts';
import { bytesOf } from './target.ts';

/** Numbers at the edges of their kinds, as text. */
const EDGES = (
  '0 -0 1 -1 127 128 255 256 32767 32768 65535 65536 2147483647 2147483648 4294967295 4294967296 9007199254740991 ' +
  '9007199254740992 18446744073709551616 1e308 1e309 -1e309 5e-324 0.1 1e21 8640000000000000 8640000000000001 NaN ' +
  'Infinity null ٣'
).split(' ');

/** The same as bytes. */
const WHOLE_EDGES = [0n, 1n, 0x7fn, 0x80n, 0xffn, 0x7fffn, 0x8000n, 0xffffn, 0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn];

/** Pieces that have made trouble in many formats. */
const COMMON = [
  '\0',
  '\r\n',
  '\n',
  '"',
  '\\',
  '\\u0000',
  '\ud7ff',
  '\ufeff',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '__proto__',
  '💧',
];

/** At most so many changes are made at once, and so often a piece is repeated. */
const MAX_CHANGES = 8;
const MAX_REPEATS = 64;

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

export class Mutator {
  readonly #random: Random;
  readonly #words: readonly Uint8Array[];
  readonly #maxBytes: number;

  constructor(random: Random, words: readonly (string | Uint8Array)[], maxBytes: number) {
    this.#random = random;
    this.#words = [...words, ...COMMON].map(bytesOf);
    this.#maxBytes = maxBytes;
  }

  /** @param other another input, of which pieces may be taken */
  mutate(input: Uint8Array, other: Uint8Array): Uint8Array {
    let bytes: Buffer = Buffer.from(input);
    for (let changes = this.#random.whole(1, MAX_CHANGES); changes > 0; changes -= 1) {
      bytes = this.#change(bytes, other).subarray(0, this.#maxBytes);
      if (this.#random.next() < 0.4) break;
    }
    return bytes;
  }

  #change(bytes: Buffer, other: Uint8Array): Buffer {
    const at = this.#place(bytes.length);
    const length = this.#length(bytes.length - at);
    switch (this.#random.whole(0, 12)) {
      case 0:
        return replaced(bytes, at, 1, [(bytes[at] ?? 0) ^ (1 << this.#random.whole(0, 7))]);
      case 1:
        return replaced(bytes, at, 1, [this.#random.whole(0, 255)]);
      case 2:
        return replaced(bytes, at, length, []);
      case 3:
        return replaced(bytes, at, 0, bytes.subarray(at, at + length));
      case 4:
        return replaced(
          bytes,
          at,
          0,
          Array.from({ length: this.#length(16) }, () => this.#random.whole(0, 255)),
        );
      case 5:
        return bytes.subarray(0, at);
      case 6:
        return replaced(bytes, at, 0, this.#random.pick(this.#words));
      case 7: {
        const word = this.#random.pick(this.#words);
        return replaced(bytes, at, word.length, word);
      }
      case 8:
        return this.#renumber(bytes);
      case 9:
        return replaced(bytes, at, length, this.#edge());
      case 10: {
        const from = this.#place(other.length);
        return replaced(
          bytes,
          at,
          this.#random.next() < 0.5 ? length : 0,
          other.subarray(from, from + this.#length(other.length - from)),
        );
      }
      case 11: {
        const from = this.#place(bytes.length);
        return replaced(bytes, at, length, bytes.subarray(from, from + this.#length(bytes.length - from)));
      }
      default:
        return this.#repeat(bytes, at, length);
    }
  }

  #place(length: number): number {
    return this.#random.whole(0, Math.max(0, length - 1));
  }

  /** Short more often than long. */
  #length(most: number): number {
    return Math.min(Math.max(0, most), 1 + Math.floor(this.#random.next() ** 3 * Math.max(4, most)));
  }

  /** One of the numbers in a text becomes another. */
  #renumber(bytes: Buffer): Buffer {
    const numbers = [...bytes.toString('latin1').matchAll(NUMBER)];
    if (numbers.length === 0) return bytes;
    const { 0: text, index } = this.#random.pick(numbers);
    return replaced(bytes, index, text.length, Buffer.from(this.#random.pick(EDGES)));
  }

  #edge(): Uint8Array {
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE(this.#random.pick(WHOLE_EDGES));
    const some = number.subarray(0, this.#random.pick([1, 2, 4, 8]));
    return this.#random.next() < 0.5 ? some : some.toReversed();
  }

  #repeat(bytes: Buffer, at: number, length: number): Buffer {
    const times = Math.min(this.#random.whole(2, MAX_REPEATS), Math.ceil(this.#maxBytes / Math.max(1, length)));
    const piece = bytes.subarray(at, at + length);
    return replaced(bytes, at, length, Buffer.concat(Array.from({ length: times }, () => piece)));
  }
}

function replaced(bytes: Buffer, at: number, length: number, piece: Uint8Array | readonly number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Uint8Array.from(piece), bytes.subarray(at + length)]);
}
