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

export interface StatusPollerOptions {
  status(): Promise<StoreStatus>;
  /** A new status was read. */
  onStatus(status: StoreStatus): void;
  clock: Clock;
  logger: Logger;
}

export class StatusPoller {
  readonly #options: StatusPollerOptions;
  #latest = INITIAL_STATUS;
  #polledAt = Number.NEGATIVE_INFINITY;
  #isPolling = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StatusPollerOptions) {
    this.#options = options;
  }

  get latest(): StoreStatus {
    return this.#latest;
  }

  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#poll(), IDLE_MS);
    void this.#poll();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Queries the status unless it is fresh. */
  requested(): void {
    if (this.#timer && this.#options.clock.monotonic() - this.#polledAt >= FRESH_MS) void this.#poll();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    const { status, onStatus, clock, logger } = this.#options;
    this.#isPolling = true;
    this.#polledAt = clock.monotonic();
    try {
      this.#latest = await status();
      onStatus(this.#latest);
    } catch (error) {
      logger.debug(`cannot read history size: ${errorText(error)}`);
    } finally {
      this.#isPolling = false;
    }
  }
}
