import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';

/** Plugging in makes a burst of changes in /dev, the last of them the access rights: wait until it is over. */
const SETTLE_MS = 100;

export interface PortScannerOptions {
  /** One look at the ports. What it throws is logged. */
  scan(): Promise<void>;
  /** Between two looks, in milliseconds. */
  intervalMs: number;
  /** A folder whose changes ask for a look at once; undefined where there is none. */
  folder: string | undefined;
  logger: Logger;
}

/** Looks at the ports again and again, one look at a time, at once when something changed. */
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

  /** Asks for a look now, or for another one after the look that is under way. */
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
      // Ended early means that there is something to look at now.
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
