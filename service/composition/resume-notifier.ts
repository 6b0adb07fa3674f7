/** Notifies its subscribers that the computer resumed, once for each sleep, whichever source reports it. */
import type { Driver } from '../drivers/driver.ts';
import type { Clock } from '../support/clock.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** A second report within this time is of the same resume, in milliseconds. */
const WAKE_INTERVAL_MS = 10_000;

export interface ResumeNotifierOptions {
  clock: Clock;
  logger: Logger;
}

export class ResumeNotifier {
  readonly #options: ResumeNotifierOptions;
  readonly #sleepers: Pick<Driver, 'wake'>[] = [];
  /** The last resume, on both clocks. */
  #woke = { now: Number.NEGATIVE_INFINITY, monotonic: Number.NEGATIVE_INFINITY };

  constructor(options: ResumeNotifierOptions) {
    this.#options = options;
  }

  add(sleeper: Pick<Driver, 'wake'>): void {
    this.#sleepers.push(sleeper);
  }

  /**
   * Called by the desktop and by the sleep detector. A subscriber that throws is logged; the others are still notified.
   */
  wake(): void {
    const { logger } = this.#options;
    if (this.#isSameWake()) return;
    logger.info('computer resumed; reconnecting devices, brokers and gateways');
    for (const sleeper of this.#sleepers) {
      try {
        sleeper.wake?.();
      } catch (error) {
        logger.error(`cannot reconnect after resume: ${errorText(error)}`, { error });
      }
    }
  }

  /** Uses both clocks: one may stop during sleep, the other may be set back. */
  #isSameWake(): boolean {
    const { clock } = this.#options;
    const [before, now] = [this.#woke, { now: clock.now(), monotonic: clock.monotonic() }];
    const isSame =
      now.monotonic - before.monotonic < WAKE_INTERVAL_MS && Math.abs(now.now - before.now) < WAKE_INTERVAL_MS;
    if (!isSame) this.#woke = now;
    return isSame;
  }
}
