import { CancellableDelay } from '../support/cancellable-delay.ts';
import type { Clock } from '../support/clock.ts';

/** In milliseconds. */
export interface RetryTiming {
  /** Pause before a port or device is opened again, at least 10; default 500. Doubles with every failure. */
  retryMinMs: number;
  /** The longest pause, at least `retryMinMs`; default 5000. */
  retryMaxMs: number;
}

/** The longest pause while a device settles, in milliseconds. */
const SETTLE_PAUSE_MS = 100;

/** When a port or device is retried, and when its failures are reported. */
export class RetryPolicy {
  readonly #clock: Clock;
  readonly #timing: RetryTiming;
  readonly #pause = new CancellableDelay();
  readonly #settledAt: number;
  #pauseMs: number;
  /** Failures since the last reading. */
  #failures = 0;

  /** @param settleMs time from now on, such as after plugging in, with short pauses and no reports; in milliseconds */
  constructor(clock: Clock, timing: RetryTiming, settleMs = 0) {
    this.#clock = clock;
    this.#timing = timing;
    this.#settledAt = clock.monotonic() + settleMs;
    this.#pauseMs = timing.retryMinMs;
  }

  /** Call it after a reading. */
  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = this.#timing.retryMinMs;
  }

  /**
   * @param wasAttached a connected device may fail once: reopening usually helps
   * @returns whether to report a problem
   */
  failed(wasAttached: boolean): boolean {
    this.#failures += 1;
    return !this.#isSettling() && !(wasAttached && this.#failures === 1);
  }

  /** Waits before the next attempt, longer each time. */
  async wait(): Promise<void> {
    if (this.#isSettling()) {
      await this.#pause.wait(Math.min(SETTLE_PAUSE_MS, this.#pauseMs));
      return;
    }
    const ms = this.#pauseMs;
    this.#pauseMs = Math.min(2 * ms, this.#timing.retryMaxMs);
    await this.#pause.wait(ms);
  }

  /** Ends the current wait; the next ones are short again. */
  hurry(): void {
    this.#pauseMs = this.#timing.retryMinMs;
    this.#pause.end();
  }

  /** Ends the current wait, and every later one. */
  close(): void {
    this.#pause.close();
  }

  #isSettling(): boolean {
    return this.#clock.monotonic() < this.#settledAt;
  }
}
