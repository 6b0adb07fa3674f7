import type { Clock } from '../../support/clock.ts';
import { CancellableDelay } from './cancellable-delay.ts';

/**
 * The sampling moments of one instrument: a grid on the monotonic clock, so that they do not drift. A tick that passes
 * while the last moment still runs is left out, never made up for.
 */
export class SamplingTimer {
  readonly #clock: Clock;
  readonly #pause = new CancellableDelay();
  #periodMs: number;
  /** When the newest tick was, and when the next one is. */
  #last: number | undefined;
  #due: number;
  #stopped = false;
  /** The newest answer was a tick. */
  #isTick = false;

  /** The first tick is at once. */
  constructor(clock: Clock, periodMs: number) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#due = clock.monotonic();
  }

  /** Takes effect at once: the next tick is the new period after the last one, or now where that has passed. */
  setPeriod(periodMs: number): void {
    this.#periodMs = periodMs;
    if (this.#last !== undefined) this.#due = this.#last + periodMs;
    this.#pause.end();
  }

  /** When the next tick is, on the monotonic clock. */
  get due(): number {
    return this.#due;
  }

  /**
   * Waits for the next tick, or for something to do before it.
   * @param workAt when there is something to do before the tick that is due at the time given, both on the monotonic clock
   * @returns undefined when it is stopped
   */
  async next(workAt?: (due: number) => number | undefined): Promise<'tick' | 'work' | undefined> {
    // After a tick alone: one that is late since other work took long is not left out.
    if (this.#isTick) this.#leaveOut(this.#clock.monotonic() - this.#due);
    this.#isTick = false;
    while (!this.#stopped) {
      const until = Math.min(workAt?.(this.#due) ?? Number.POSITIVE_INFINITY, this.#due);
      // Looked at last: what `workAt` calls now has passed then.
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
