import { type FSWatcher, watch } from 'node:fs';
import { CancellableDelay } from '../../support/cancellable-delay.ts';
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
  readonly #pause = new CancellableDelay();
  #isStopped = false;
  #running: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  #wanted = false;

  constructor(options: PortScannerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running) return;
    this.#isStopped = false;
    this.#watch();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#pause.end();
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
    this.#pause.end();
  }

  async #run(): Promise<void> {
    const { scan, intervalMs, logger } = this.#options;
    while (!this.#isStopped) {
      this.#wanted = false;
      try {
        await scan();
      } catch (error) {
        logger.error(`port scan failed: ${errorText(error)}`, { error });
      }
      if (!this.#wanted && !this.#isStopped) await this.#pause.wait(intervalMs);
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
