/** Maximum reloads within a minute. */
export const MAX_RELOADS = 3;

/** In milliseconds. */
const SPAN_MS = 60_000;

/** Limits automatic reloads of a crashing page. */
export class ReloadLimiter {
  #spent: number[] = [];

  /**
   * Uses one reload.
   * @param now monotonic clock, in milliseconds
   * @returns false if the limit is reached
   */
  use(now: number): boolean {
    this.#spent = this.#spent.filter((time) => now - time < SPAN_MS);
    if (this.#spent.length >= MAX_RELOADS) return false;
    this.#spent.push(now);
    return true;
  }
}
