/** Rows that wait to be written, as many as fit. */

/** What they may take in memory, in characters: half of it those of one file, which may be the only one that fails. */
const MAX_SIZE = 8 * 1024 * 1024;

export class PendingCsvRows<File> {
  readonly #maxSize: number;
  /** By the file they belong to, oldest first. */
  readonly #rows = new Map<File, string>();
  #size = 0;
  #dropped = 0;

  /** @param maxSize in characters */
  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** Rows that did not fit. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Begins to count anew; answers how many there were. */
  forgetDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  /** Takes a row, or counts it as dropped. */
  add(file: File, row: string): void {
    const rows = this.#rows.get(file) ?? '';
    if (this.#size + row.length > this.#maxSize || rows.length + row.length > this.#maxSize / 2) {
      this.#dropped += 1;
      return;
    }
    this.#rows.set(file, rows + row);
    this.#size += row.length;
  }

  /** What waits at the moment. */
  all(): [file: File, rows: string][] {
    return [...this.#rows];
  }

  /** These were written; others may have come meanwhile. */
  written(file: File, rows: string): void {
    const rest = this.#rows.get(file)?.slice(rows.length);
    if (rest) this.#rows.set(file, rest);
    else this.#rows.delete(file);
    this.#size -= rows.length;
  }
}
