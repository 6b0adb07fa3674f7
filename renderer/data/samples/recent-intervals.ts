/** Odd, so that the median is an element; small, so that a new period shows after three samples. */
const REMEMBERED = 5;

/** Median of the last intervals: one pause or burst does not move it. */
export class RecentIntervals {
  readonly #last: number[] = [];
  #median: number | undefined;

  /** In milliseconds; undefined before the second sample. */
  get median(): number | undefined {
    return this.#median;
  }

  /** @param interval milliseconds */
  add(interval: number): void {
    this.#last.push(interval);
    if (this.#last.length > REMEMBERED) this.#last.shift();
    this.#median = this.#last.toSorted((a, b) => a - b)[this.#last.length >> 1];
  }
}
