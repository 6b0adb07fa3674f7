/** What happens when the computer woke from sleep: once for one sleep, whoever says so. */
import type { Driver } from '../drivers/driver.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';

/** How long after a wake another is the same one, in milliseconds. */
const WAKE_INTERVAL_MS = 10_000;

export interface WakeningOptions {
  clock: Clock;
  logger: Logger;
}

export class Wakening {
  readonly #options: WakeningOptions;
  readonly #sleepers: Pick<Driver, 'wake'>[] = [];
  #wokeAt = Number.NEGATIVE_INFINITY;

  constructor(options: WakeningOptions) {
    this.#options = options;
  }

  /** Something that is to be told. */
  add(sleeper: Pick<Driver, 'wake'>): void {
    this.#sleepers.push(sleeper);
  }

  /** Called by the desktop and by our own watch. */
  wake(): void {
    const { clock, logger } = this.#options;
    if (clock.monotonic() - this.#wokeAt < WAKE_INTERVAL_MS) return;
    this.#wokeAt = clock.monotonic();
    logger.info('The computer woke from sleep: instruments are opened again, brokers and gateways connected anew.');
    for (const sleeper of this.#sleepers) sleeper.wake?.();
  }
}
