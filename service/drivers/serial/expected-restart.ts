import type { Clock } from '../../support/clock.ts';

/** Time for a device to restart and reconnect after the command, in milliseconds. */
const RESTART_MS = 10_000;

/** Tracks whether a device was commanded to restart: its port then closes as expected. */
export class ExpectedRestart {
  readonly #clock: Clock;
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get expected(): boolean {
    return this.#clock.monotonic() < this.#until;
  }

  /** The command is being sent; the device may restart at any time. */
  start(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }

  /** The command was sent. */
  reported(): void {
    this.#until = this.#clock.monotonic() + RESTART_MS;
  }

  /** The command failed, or the device reconnected. */
  clear(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }
}
