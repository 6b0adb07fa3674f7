/** No Node imports: the window uses this file too. */

/** In milliseconds. */
export interface BackoffRange {
  firstMs: number;
  longestMs: number;
}

/**
 * The pause after a failure: doubles with each one, up to `longestMs`.
 * @param failures in a row, from 1
 * @returns milliseconds
 */
export function backoffDelay({ firstMs, longestMs }: BackoffRange, failures: number): number {
  // Keeps the power finite: 2^30 times any first pause exceeds every longest one.
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/**
 * A random time between half of a delay and all of it, so that many clients do not reconnect at once.
 * @param random 0 to 1
 * @param shortestMs at most `delayMs`; lower bound of the result
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

  /** Counts a failure and calls `retry` after its pause. Replaces a scheduled retry. */
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

  /** Makes the next pause the first one again. */
  succeeded(): void {
    this.#failures = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
