/** Longest line, in bytes: four times the need of any published line. */
export const MAX_LINE_BYTES = 1024;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits a stream of bytes into lines that end in LF or CR LF, without empty lines. Holds at most `MAX_LINE_BYTES`: a
 * longer line is discarded up to its end.
 */
export class LineSplitter {
  readonly #buffer = Buffer.alloc(MAX_LINE_BYTES);
  #length = 0;
  #tooLong = false;

  /** @returns the lines that these bytes complete, one character per byte; undefined for one that was too long */
  push(bytes: Uint8Array): (string | undefined)[] {
    const lines: (string | undefined)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      this.#append(bytes, from, end);
      this.#complete(lines);
      from = end + 1;
    }
    this.#append(bytes, from, bytes.length);
    return lines;
  }

  #append(bytes: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > MAX_LINE_BYTES) this.#tooLong = true;
    if (this.#tooLong) return;
    this.#buffer.set(bytes.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  #complete(lines: (string | undefined)[]): void {
    let length = this.#length;
    if (length > 0 && this.#buffer[length - 1] === CR) length -= 1;
    if (this.#tooLong) lines.push(undefined);
    else if (length > 0) lines.push(this.#buffer.toString('latin1', 0, length));
    this.#length = 0;
    this.#tooLong = false;
  }
}
