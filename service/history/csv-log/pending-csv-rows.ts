/** Limit in characters. One file may use half of it, since it may be the only one that fails. */
const MAX_SIZE = 8 * 1024 * 1024;

export class PendingCsvRows<File> {
  readonly #maxSize: number;
  /** By file, oldest row first. */
  readonly #rows = new Map<File, string>();
  #size = 0;
  #discarded = 0;

  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** Rows discarded for lack of room. */
  get discarded(): number {
    return this.#discarded;
  }

  /** Resets the count and returns it. */
  takeDiscarded(): number {
    const discarded = this.#discarded;
    this.#discarded = 0;
    return discarded;
  }

  /** Adds a row, or discards it and counts it. */
  add(file: File, row: string): void {
    const rows = this.#rows.get(file) ?? '';
    if (this.#size + row.length > this.#maxSize || rows.length + row.length > this.#maxSize / 2) {
      this.#discarded += 1;
      return;
    }
    this.#rows.set(file, rows + row);
    this.#size += row.length;
  }

  all(): [file: File, rows: string][] {
    return [...this.#rows];
  }

  /** Removes written rows; others may have been added meanwhile. */
  written(file: File, rows: string): void {
    const rest = this.#rows.get(file)?.slice(rows.length);
    if (rest) this.#rows.set(file, rest);
    else this.#rows.delete(file);
    this.#size -= rows.length;
  }
}
