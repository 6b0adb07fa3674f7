/** Caches the store's status, which is slow to query. */
import type { Clock } from '../support/clock.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { INITIAL_STATUS } from './storage-info.ts';
import type { StoreStatus } from './types.ts';

/** Interval while nobody reads the status, in milliseconds. */
const IDLE_MS = 10_000;

/** Maximum age for a reader, in milliseconds. */
const FRESH_MS = 1000;

export interface StatusWatchOptions {
  status(): Promise<StoreStatus>;
  clock: Clock;
  logger: Logger;
}

export class StatusPoller {
  readonly #options: StatusWatchOptions;
  #latest = INITIAL_STATUS;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StatusWatchOptions) {
    this.#options = options;
  }

  get latest(): StoreStatus {
    return this.#latest;
  }

  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#ask(), IDLE_MS);
    void this.#ask();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Queries the status unless it is fresh. */
  asked(): void {
    if (this.#timer && this.#options.clock.monotonic() - this.#askedAt >= FRESH_MS) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    const { status, clock, logger } = this.#options;
    this.#isAsking = true;
    this.#askedAt = clock.monotonic();
    try {
      this.#latest = await status();
    } catch (error) {
      logger.debug(`cannot read history size: ${errorText(error)}`);
    } finally {
      this.#isAsking = false;
    }
  }
}
