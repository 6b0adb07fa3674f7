import type { Clock } from '../../support/clock.ts';
import { Pause } from './pause.ts';

/**
 * The sampling moments of one instrument: a grid on the monotonic clock, so that they do not drift. A tick that passes
 * while the last moment still runs is left out, never made up for.
 */
export class Metronome {
  readonly #clock: Clock;
  readonly #pause = new Pause();
  #periodMs: number;
  /** When the newest tick was, and when the next one is. */
  #last: number | undefined;
  #due: number;
  #stopped = false;

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

  /** Resolves at the next tick with true, or with false when it is stopped. */
  async next(): Promise<boolean> {
    const missed = this.#clock.monotonic() - this.#due;
    if (missed > 0 && this.#last !== undefined) this.#due += Math.ceil(missed / this.#periodMs) * this.#periodMs;
    while (!this.#stopped) {
      const left = this.#due - this.#clock.monotonic();
      if (left <= 0) return this.#tick(-left);
      await this.#pause.wait(left);
    }
    return false;
  }

  stop(): void {
    this.#stopped = true;
    this.#pause.close();
  }

  #tick(lateMs: number): true {
    this.#last = this.#due + Math.floor(lateMs / this.#periodMs) * this.#periodMs;
    this.#due = this.#last + this.#periodMs;
    return true;
  }
}
