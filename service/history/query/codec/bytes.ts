import { StoreError } from '../../types.ts';

/** @param what what is wrong, as part of a sentence */
export function damagedError(what: string): StoreError {
  return new StoreError('damaged', `A history block is damaged: ${what}.`);
}

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#ensureCapacity(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number from 0 to 2^53, seven bits per byte. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** A whole number from -2^52 to 2^52. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(bytes: Uint8Array): void {
    this.#ensureCapacity(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A copy of the written bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #ensureCapacity(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads the output of a ByteWriter. @throws StoreError `damaged`, from every method, if the bytes end too soon */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#place];
    if (value === undefined) throw damagedError('unexpected end');
    this.#place += 1;
    return value;
  }

  /** @throws StoreError `damaged` also if the number exceeds `most` */
  varint(most = Number.MAX_SAFE_INTEGER + 1): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte % 128) * scale;
      if (value > most) throw damagedError('number too large');
      if (byte < 128) return value;
      // Eight groups of seven bits hold every number written.
      if (scale > 2 ** 49) throw damagedError('number too long');
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The next bytes, as a view. */
  bytes(length: number): Uint8Array {
    const end = this.#place + length;
    if (end > this.#bytes.length) throw damagedError('unexpected end');
    const bytes = this.#bytes.subarray(this.#place, end);
    this.#place = end;
    return bytes;
  }

  /** @throws StoreError `damaged` if bytes are left */
  end(): void {
    if (this.#place !== this.#bytes.length) throw damagedError('trailing data');
  }
}
