/**
 * Separates current readings from late ones, which the remote stored while it had no broker. If the remote's clock is
 * slow, both have past timestamps, so its offset is learned: late readings arrive faster than they were taken, current
 * ones at the same pace.
 */
import type { Clock } from '../../../support/clock.ts';

/** How long readings must arrive at the pace of their timestamps before the clock counts as wrong, in milliseconds. */
export const CLOCK_TRUST_AFTER_MS = 20_000;

/**
 * Largest drift between timestamps and arrivals in that time, in milliseconds: readings do not arrive at an even pace.
 */
const TOLERANCE_MS = 2000;

/** One remote's clock. It stamps all its devices, and late readings arrive in the order of their timestamps. */
export class RemoteClock {
  readonly #clock: Clock;
  /** The local monotonic clock minus the remote's timestamp, for a reading that arrives at once; in milliseconds. */
  #offset: number;
  /** The late reading at which the comparison of paces began. */
  #watched: { monotonic: number; at: number } | undefined;
  /** Increases when the remote's clock changes: earlier timestamps are no longer comparable. */
  epoch = 0;

  /** The remote's clock counts as right at first. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = clock.monotonic() - clock.now();
  }

  /**
   * Whether a reading that arrives now is current.
   * @param at its timestamp
   * @param limitMs longest time to arrive, in milliseconds
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
    this.epoch += 1;
    return true;
  }
}
