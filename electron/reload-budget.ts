/** How often a crashed page is loaded again before the window says that it gave up. */

/** Reloads within the span; the next crash is one too many. */
const MAX_RELOADS = 3;

/** The span in milliseconds. */
const SPAN_MS = 60_000;

export class ReloadBudget {
  #spent: number[] = [];

  /**
   * Takes one reload from the budget.
   * @param now milliseconds on a clock that never jumps
   * @returns false when it is spent
   */
  take(now: number): boolean {
    this.#spent = this.#spent.filter((moment) => now - moment < SPAN_MS);
    if (this.#spent.length >= MAX_RELOADS) return false;
    this.#spent.push(now);
    return true;
  }
}
