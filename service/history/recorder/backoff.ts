/** When something that failed is tried again. */

/** Between two tries, in milliseconds: doubles from the first to the longest, which is that of all other files. */
const PAUSE_MS = { first: 1000, longest: 5000 } as const;

/** A growing pause, which ends with success or with `stop`. */
export class Backoff {
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  /** Calls `again` after a pause that is longer than the one before. */
  later(again: () => void): void {
    clearTimeout(this.#timer);
    const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      again();
    }, pause);
  }

  /** It worked: the next pause is short again. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Ends the pause without another try. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
