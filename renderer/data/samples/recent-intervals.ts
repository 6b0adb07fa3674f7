/** Odd, so that the median is one of them; small, so that a changed period is believed after three samples. */
const REMEMBERED = 5;

/** The usual time between samples: the median of the last few, which one pause or one burst does not move. */
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
