import { backoffDelay } from '../support/backoff.ts';
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
  /** Pauses since the last reading, or since the device was plugged in again. */
  #pauses = 0;
  /** Failures since the last reading. */
  #failures = 0;

  /** @param settleMs time from now on, such as after plugging in, with short pauses and no reports; in milliseconds */
  constructor(clock: Clock, timing: RetryTiming, settleMs = 0) {
    this.#clock = clock;
    this.#timing = timing;
    this.#settledAt = clock.monotonic() + settleMs;
  }

  /** Call it after a reading. */
  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
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
    const { retryMinMs, retryMaxMs } = this.#timing;
    if (this.#isSettling()) {
      await this.#pause.wait(Math.min(SETTLE_PAUSE_MS, retryMinMs));
      return;
    }
    this.#pauses += 1;
    await this.#pause.wait(backoffDelay({ firstMs: retryMinMs, longestMs: retryMaxMs }, this.#pauses));
  }

  /** Ends the current wait; the next ones are short again. */
  hurry(): void {
    this.#pauses = 0;
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
