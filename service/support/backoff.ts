/** Growing pauses between tries that fail. No part of Node: the window uses it too. */

/** In milliseconds. */
export interface BackoffRange {
  /** The pause after the first failure. */
  firstMs: number;
  longestMs: number;
}

/**
 * The pause after a failure: doubled with each further one, up to the longest.
 * @param failures in a row, 1 or more
 * @returns milliseconds
 */
export function backoffDelay({ firstMs, longestMs }: BackoffRange, failures: number): number {
  // 2^30 times the shortest pause is longer than any longest one.
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/**
 * A random time between half of a delay and the whole of it, so that many clients do not return at the same moment.
 * @param random 0 to 1
 * @param shortestMs at most `delayMs`; the result is never below it
 * @returns whole milliseconds
 */
export function withJitter(delayMs: number, random: number, shortestMs = 0): number {
  const least = Math.max(shortestMs, delayMs / 2);
  return Math.round(least + (delayMs - least) * random);
}

/** Schedules retries. Its owner calls `stop`. */
export class Backoff {
  readonly #range: BackoffRange;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(range: BackoffRange) {
    this.#range = range;
  }

  /** Whether a retry is scheduled. */
  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  /** Counts a failure and calls `retry` after its pause; replaces a retry that is scheduled. */
  later(retry: () => void): void {
    clearTimeout(this.#timer);
    this.#failures += 1;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        retry();
      },
      backoffDelay(this.#range, this.#failures),
    );
  }

  /** The next pause is the first one again. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Cancels the scheduled retry. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
