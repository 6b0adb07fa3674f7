import { backoffDelay } from '../../support/backoff.ts';

/** Pause after a channel did not reply. */
const RETRY_PAUSE = { firstMs: 250, longestMs: 10_000 } as const;

/** Current timeouts of channels, in milliseconds. */
export interface Waits {
  /** For an unknown channel: all channels together take at most half of a period. */
  firstMs: number;
  /** Once for each channel before it counts as dead. */
  fullMs: number;
  /** Total of failed waits of all channels in one sampling. */
  lostMs: number;
}

/**
 * @param periodMs the sampling period, 100 to 60000
 * @param channels number of channels read, at least 1
 * @param tempoMs current shortest time to a reply: every timeout is at least four times that
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

/** The replies of one channel since it was plugged in. They determine its timeout and retries. All in milliseconds. */
export class ReplyRecord {
  /** Whether its silence was logged. */
  isReported = false;
  /** Requests in a row without a reply. */
  misses = 0;
  /** The quickest reply: distinguishes a slow sensor from a busy computer. */
  #quickestMs: number | undefined;
  #missedAt = 0;
  #hadFullWait = false;

  answered(tookMs: number): void {
    this.#quickestMs = Math.min(tookMs, this.#quickestMs ?? tookMs);
    this.misses = 0;
  }

  /**
   * @param requestedAt time of the request, on the monotonic clock
   * @param waitMs its timeout: a transfer that fails at once is not repeated at once
   */
  missed(requestedAt: number, waitMs: number, { fullMs }: Waits): void {
    this.#missedAt = requestedAt + Math.min(waitMs, fullMs);
    if (waitMs >= fullMs) this.#hadFullWait = true;
    this.misses += 1;
  }

  /**
   * When to retry a silent channel, on the monotonic clock.
   * @param isAlone whether no channel replies: then there is no pause
   */
  dueAt(isAlone: boolean): number {
    return this.#missedAt + (isAlone ? 0 : backoffDelay(RETRY_PAUSE, this.misses));
  }

  /**
   * Its timeout during a sampling.
   * @param lostMs total of failed waits in this sampling so far
   */
  samplingWait(waits: Waits, lostMs: number): number {
    if (this.#quickestMs === undefined || this.misses > 0) return this.#base(waits);
    return Math.max(this.#base(waits), waits.lostMs - lostMs);
  }

  /** Its timeout between two samplings: the full time once, then by the time its replies took. */
  retryWait(waits: Waits): number {
    const isKnown = this.#quickestMs !== undefined || this.#hadFullWait;
    return isKnown ? this.#base(waits) : waits.fullMs;
  }

  /** The same when no channel replies, so that no other is delayed: doubles with each miss. */
  aloneWait(waits: Waits): number {
    return this.#base(waits) * 2 ** this.misses;
  }

  #base({ firstMs }: Waits): number {
    return Math.max(firstMs, 2 * (this.#quickestMs ?? 0));
  }
}
