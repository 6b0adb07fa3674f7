import type { Clock } from '../../support/clock.ts';
import { CancellableDelay } from './cancellable-delay.ts';
import type { UsbTiming } from './options.ts';

/**
 * An instrument that was just plugged in may still be starting, and the system may not have given it its rights yet: so
 * long, in milliseconds, it is tried again without a word, and soon.
 */
const SETTLE_MS = 1000;
const SETTLE_PAUSE_MS = 100;

/** When one plugged instrument is tried again, and when its failures are worth a word. */
export class RetryPolicy {
  readonly #clock: Clock;
  readonly #timing: Pick<UsbTiming, 'retryMinMs' | 'retryMaxMs'>;
  readonly #pause = new CancellableDelay();
  readonly #pluggedAt: number;
  #pauseMs: number;
  /** How often it failed since it last gave a reading. */
  #failures = 0;

  /** Counts from the plugging, which is now. */
  constructor(clock: Clock, timing: Pick<UsbTiming, 'retryMinMs' | 'retryMaxMs'>) {
    this.#clock = clock;
    this.#timing = timing;
    this.#pluggedAt = clock.monotonic();
    this.#pauseMs = timing.retryMinMs;
  }

  /** It gave a reading. */
  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = this.#timing.retryMinMs;
  }

  /**
   * It failed.
   * @param wasAttached one that measured may fail once: opened again it mostly goes on
   * @returns whether that is a problem
   */
  failed(wasAttached: boolean): boolean {
    this.#failures += 1;
    return !this.#isSettling() && !(wasAttached && this.#failures === 1);
  }

  /** Waits before the next try, longer each time. */
  async wait(): Promise<void> {
    if (this.#isSettling()) {
      await this.#pause.wait(Math.min(SETTLE_PAUSE_MS, this.#pauseMs));
      return;
    }
    const ms = this.#pauseMs;
    this.#pauseMs = Math.min(2 * ms, this.#timing.retryMaxMs);
    await this.#pause.wait(ms);
  }

  /** Ends the wait that is under way, if any; the next ones are short again. */
  hurry(): void {
    this.#pauseMs = this.#timing.retryMinMs;
    this.#pause.end();
  }

  /** Ends the wait, and every later one. */
  close(): void {
    this.#pause.close();
  }

  #isSettling(): boolean {
    return this.#clock.monotonic() - this.#pluggedAt < SETTLE_MS;
  }
}
