/** Detects that the computer slept from a jump of the wall clock, for systems that do not report it. */
import type { Clock } from './clock.ts';

/** Time between two checks, in milliseconds. */
const INTERVAL_MS = 2000;

/** Delay of a check that counts as sleep, in milliseconds. A busy computer causes shorter ones. */
const SLEPT_MS = 10_000;

export interface SleepWatchOptions {
  clock: Pick<Clock, 'now'>;
  /** @param ms duration of the sleep, in milliseconds; a clock that was set forward looks the same */
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
    this.#timer ??= setInterval(() => this.#check(), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Uses the wall clock: whether the monotonic clock runs during sleep differs between systems. */
  #check(): void {
    const now = this.#options.clock.now();
    const ms = now - this.#lastAt - INTERVAL_MS;
    this.#lastAt = now;
    if (ms >= SLEPT_MS) this.#options.onWake(ms);
  }
}
