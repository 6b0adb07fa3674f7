import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';

/** Plugging in causes a burst of changes in /dev that ends with the permissions: wait until it is over. */
const SETTLE_MS = 100;

export interface PortScannerOptions {
  /** Errors are logged. */
  scan(): Promise<void>;
  /** Time between two searches, in milliseconds. */
  intervalMs: number;
  /** A folder whose changes start a search at once; undefined if there is none. */
  folder: string | undefined;
  logger: Logger;
}

/** Searches for ports regularly, one search at a time, and at once after a change. */
export class PortScanner {
  readonly #options: PortScannerOptions;
  #stopping: AbortController | undefined;
  #running: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  #wanted = false;
  #napping: AbortController | undefined;

  constructor(options: PortScannerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#watch();
    this.#running = this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#settling);
    this.#settling = undefined;
    await this.#running;
    this.#running = undefined;
  }

  /** Searches now, or once more after the search in progress. */
  now(): void {
    this.#wanted = true;
    this.#napping?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { scan, intervalMs, logger } = this.#options;
    while (!signal.aborted) {
      this.#wanted = false;
      try {
        await scan();
      } catch (error) {
        logger.error(`port scan failed: ${errorText(error)}`, { error });
      }
      if (this.#wanted) continue;
      this.#napping = new AbortController();
      // An aborted pause means that a search was requested.
      await pause(intervalMs, undefined, { signal: AbortSignal.any([signal, this.#napping.signal]) }).catch(() => {});
      this.#napping = undefined;
    }
  }

  #watch(): void {
    const { folder, logger } = this.#options;
    if (!folder) return;
    const failed = (error: unknown): void => logger.debug(`cannot watch ${folder}: ${errorText(error)}`);
    try {
      this.#watcher = watch(folder, { persistent: false }, () => {
        this.#settling ??= setTimeout(() => {
          this.#settling = undefined;
          this.now();
        }, SETTLE_MS);
      });
      this.#watcher.on('error', failed);
    } catch (error) {
      failed(error);
    }
  }
}
