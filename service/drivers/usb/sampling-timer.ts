import { CancellableDelay } from '../../support/cancellable-delay.ts';
import type { Clock } from '../../support/clock.ts';

/**
 * The sampling times of one device: a grid on the monotonic clock, so that they do not drift. A tick missed during a
 * long sampling is skipped.
 */
export class SamplingTimer {
  readonly #clock: Clock;
  readonly #pause = new CancellableDelay();
  #periodMs: number;
  /** The last tick, and the next one. */
  #last: number | undefined;
  #due: number;
  #stopped = false;
  /** Whether `next` last returned a tick. */
  #isTick = false;

  /** The first tick is immediate. */
  constructor(clock: Clock, periodMs: number) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#due = clock.monotonic();
  }

  /** Takes effect at once: the next tick is one new period after the last one, or now if that has passed. */
  setPeriod(periodMs: number): void {
    this.#periodMs = periodMs;
    if (this.#last !== undefined) this.#due = this.#last + periodMs;
    this.#pause.end();
  }

  /** The next tick, on the monotonic clock. */
  get due(): number {
    return this.#due;
  }

  /**
   * Waits for the next tick, or for work before it.
   * @param workAt returns when there is work before the tick at the given time, both on the monotonic clock
   * @returns undefined when it is stopped
   */
  async next(workAt?: (due: number) => number | undefined): Promise<'tick' | 'work' | undefined> {
    // Only after a tick: one that is late because of other work is not skipped.
    if (this.#isTick) this.#leaveOut(this.#clock.monotonic() - this.#due);
    this.#isTick = false;
    while (!this.#stopped) {
      const until = Math.min(workAt?.(this.#due) ?? Number.POSITIVE_INFINITY, this.#due);
      // Read last, because a time that `workAt` returned as now has passed by then.
      const now = this.#clock.monotonic();
      if (now >= this.#due) return this.#tick(now - this.#due);
      if (now >= until) return 'work';
      await this.#pause.wait(until - now);
    }
    return undefined;
  }

  stop(): void {
    this.#stopped = true;
    this.#pause.close();
  }

  #leaveOut(missedMs: number): void {
    if (missedMs > 0) this.#due += Math.ceil(missedMs / this.#periodMs) * this.#periodMs;
  }

  #tick(lateMs: number): 'tick' {
    this.#last = this.#due + Math.floor(lateMs / this.#periodMs) * this.#periodMs;
    this.#due = this.#last + this.#periodMs;
    this.#isTick = true;
    return 'tick';
  }
}
