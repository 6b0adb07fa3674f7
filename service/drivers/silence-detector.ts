import type { Clock } from '../support/clock.ts';

/** Detects that nothing was received for too long. `received` is cheap: one timer compares the clock when it ends. */
export class SilenceDetector {
  readonly #clock: Clock;
  readonly #onSilence: () => void;
  #limitMs = 0;
  #lastAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param onSilence called once for each `start` */
  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** Starts, or restarts with another limit in milliseconds. */
  start(limitMs: number): void {
    this.stop();
    this.#limitMs = limitMs;
    this.received();
    this.#wait(limitMs);
  }

  received(): void {
    this.#lastAt = this.#clock.monotonic();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#limitMs - (this.#clock.monotonic() - this.#lastAt);
      if (left > 0) this.#wait(left);
      else this.#onSilence();
    }, Math.ceil(ms));
  }
}
