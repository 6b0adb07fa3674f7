/** Notices that the computer slept, wherever the system does not say so: time went on, and this program did not. */
import type { Clock } from './clock.ts';

/** How often the clock is looked at, in milliseconds. */
const INTERVAL_MS = 2000;

/** So much more than the interval between two looks, in milliseconds, is sleep; less is a computer that is busy. */
const SLEPT_MS = 10_000;

export interface SleepWatchOptions {
  clock: Pick<Clock, 'now'>;
  /** @param ms how long it slept, in milliseconds; a clock that was set forward looks the same */
  onWake(ms: number): void;
}

export class SleepDetector {
  readonly #options: SleepWatchOptions;
  #lastAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SleepWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lastAt = this.#options.clock.now();
    this.#timer ??= setInterval(() => this.#look(), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** By the wall clock: whether the monotonic one counts the time asleep differs between systems. */
  #look(): void {
    const now = this.#options.clock.now();
    const ms = now - this.#lastAt - INTERVAL_MS;
    this.#lastAt = now;
    if (ms >= SLEPT_MS) this.#options.onWake(ms);
  }
}
