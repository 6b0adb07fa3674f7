import { backoffDelay } from '../../support/backoff.ts';

/** Pause after a channel did not answer. */
const PAUSE = { firstMs: 250, longestMs: 10_000 } as const;

/** How long channels are waited for just now. All in milliseconds. */
export interface Waits {
  /** For a channel of which nothing is known: all channels together take no more than half a period. */
  firstMs: number;
  /** Once for each channel before it is taken for dead. */
  fullMs: number;
  /** What all channels together may wait in vain at one sampling. */
  lostMs: number;
}

/**
 * @param periodMs the sampling period, 100 to 60000
 * @param channels how many channels are read, 1 or more
 * @param tempoMs how long an answer takes at least just now: none is waited for less than four times that
 */
export function waitsFor(periodMs: number, channels: number, tempoMs: number): Waits {
  const half = periodMs / 2;
  const leastMs = 4 * tempoMs;
  return {
    firstMs: Math.max(Math.min(Math.max(half / channels, 50), 500), leastMs),
    fullMs: Math.max(500, leastMs),
    lostMs: Math.max(half, 500, leastMs),
  };
}

/**
 * How one channel answered since it was plugged in, and so how long it is waited for and when it is asked again. All in
 * milliseconds.
 */
export class AnswerRecord {
  /** Whether the log says of it that it does not answer. */
  isReported = false;
  /** The quickest answer: it tells a slow sensor from a busy computer. */
  #quickestMs: number | undefined;
  #misses = 0;
  #missedAt = 0;
  #hadFullWait = false;

  /** Asks in a row without an answer. */
  get misses(): number {
    return this.#misses;
  }

  answered(tookMs: number): void {
    this.#quickestMs = Math.min(tookMs, this.#quickestMs ?? tookMs);
    this.#misses = 0;
  }

  /**
   * @param askedAt when it was asked, on the monotonic clock
   * @param waitMs how long it was to be waited for: a transfer that fails at once is not repeated at once
   */
  missed(askedAt: number, waitMs: number, { fullMs }: Waits): void {
    this.#missedAt = askedAt + Math.min(waitMs, fullMs);
    if (waitMs >= fullMs) this.#hadFullWait = true;
    this.#misses += 1;
  }

  /**
   * When one that did not answer is to be asked again, on the monotonic clock.
   * @param isAlone whether no channel answers: then there is no pause
   */
  dueAt(isAlone: boolean): number {
    return this.#missedAt + (isAlone ? 0 : backoffDelay(PAUSE, this.#misses));
  }

  /**
   * How long it is waited for at a sampling.
   * @param lostMs what was waited in vain at this sampling already
   */
  samplingWait(waits: Waits, lostMs: number): number {
    if (this.#quickestMs === undefined || this.#misses > 0) return this.#base(waits);
    return Math.max(this.#base(waits), waits.lostMs - lostMs);
  }

  /** How long it must be waited for between two samplings: the full time once, then as long as its answers took. */
  retryWait(waits: Waits): number {
    const isKnown = this.#quickestMs !== undefined || this.#hadFullWait;
    return isKnown ? this.#base(waits) : waits.fullMs;
  }

  /** The same where no channel answers, and nobody is held up: doubled with each miss. */
  aloneWait(waits: Waits): number {
    return this.#base(waits) * 2 ** this.#misses;
  }

  #base({ firstMs }: Waits): number {
    return Math.max(firstMs, 2 * (this.#quickestMs ?? 0));
  }
}
