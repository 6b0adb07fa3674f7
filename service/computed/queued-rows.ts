/** Rows per computed channel; of more, the oldest are discarded. At 10 Hz: 16 min. */
const MAX_ROWS = 10_000;

/** Input values that wait for the history, in order. */
export class QueuedRows {
  readonly #width: number;
  #at: number[] = [];
  #values: (number | null)[] = [];
  /** Rows before it are discarded or taken. */
  #first = 0;

  constructor(width: number) {
    this.#width = width;
  }

  add(at: number, values: readonly (number | null)[]): void {
    this.#at.push(at);
    this.#values.push(...values);
    if (this.#at.length - this.#first > MAX_ROWS) this.#first += 1;
    if (this.#first > MAX_ROWS) this.#compact();
  }

  /** Takes the oldest row into `into`. @returns its time; undefined if there is none */
  take(into: (number | null)[]): number | undefined {
    const at = this.#at[this.#first];
    if (at === undefined) return undefined;
    for (let index = 0; index < this.#width; index += 1) {
      into[index] = this.#values[this.#first * this.#width + index] ?? null;
    }
    this.#first += 1;
    return at;
  }

  #compact(): void {
    this.#at = this.#at.slice(this.#first);
    this.#values = this.#values.slice(this.#first * this.#width);
    this.#first = 0;
  }
}
