/**
 * Tells readings of now from those that waited at the remote while it had no broker (store and forward). Both come with
 * a timestamp of the past when the remote's clock is slow, so its clock is learnt: what waited comes faster than it was
 * measured, and what is measured now comes as fast.
 */
import type { Clock } from '../../../support/clock.ts';

/** So long must readings come as fast as they were stamped until the remote's clock is held for wrong, in milliseconds. */
export const CLOCK_TRUST_AFTER_MS = 20_000;

/** How far stamps and arrivals may drift apart within that time, in milliseconds: readings come in no even step. */
const TOLERANCE_MS = 2000;

/** One remote's clock. All its instruments are stamped by it, and what waits there comes in the order of its stamps. */
export class RemoteClock {
  readonly #clock: Clock;
  /** Our monotonic clock minus the remote's stamp, for a reading that arrives at once; in milliseconds. */
  #offset: number;
  /** The late reading from which on it is watched whether stamps and arrivals keep step. */
  #watched: { monotonic: number; at: number } | undefined;
  #epoch = 0;

  /** Holds the remote's clock for right until it shows itself otherwise. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = clock.monotonic() - clock.now();
  }

  /** Grows whenever the remote's clock is found to be another: stamps of an earlier one cannot be compared any more. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Whether a reading that arrives now is one of now.
   * @param at its timestamp
   * @param limitMs how long it may have been on its way, in milliseconds
   */
  isOfNow(at: number, limitMs: number): boolean {
    const monotonic = this.#clock.monotonic();
    const lag = monotonic - at;
    if (lag - this.#offset <= limitMs) {
      this.#offset = Math.min(this.#offset, lag);
      this.#watched = undefined;
      return true;
    }
    return this.#isOfOtherClock(at, monotonic);
  }

  #isOfOtherClock(at: number, monotonic: number): boolean {
    const watched = this.#watched;
    const elapsed = watched ? monotonic - watched.monotonic : 0;
    if (!watched || Math.abs(at - watched.at - elapsed) > TOLERANCE_MS) {
      this.#watched = { monotonic, at };
      return false;
    }
    if (elapsed < CLOCK_TRUST_AFTER_MS) return false;
    this.#offset = monotonic - at;
    this.#watched = undefined;
    this.#epoch += 1;
    return true;
  }
}
