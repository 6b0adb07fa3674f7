import type { Clock } from '../../support/clock.ts';

/** How long after it was told an instrument may take to restart and to come back, in milliseconds. */
const RESTART_MS = 10_000;

/** Whether an instrument was told to restart: that its port closes then is no failure, and no surprise. */
export class ExpectedRestart {
  readonly #clock: Clock;
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get expected(): boolean {
    return this.#clock.monotonic() < this.#until;
  }

  /** It is being told, and may restart at any moment. */
  begin(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }

  /** It was told. */
  reported(): void {
    this.#until = this.#clock.monotonic() + RESTART_MS;
  }

  /** It was not told after all, or it is back. */
  over(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }
}
