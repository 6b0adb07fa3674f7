/** Opens the store and retries after a failure, while sampling continues. */
import { Backoff } from '../support/backoff.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { RETRY } from './recorder/committer.ts';
import type { StoreProblems } from './store-problems.ts';
import type { HistoryStore } from './types.ts';

/** Time a query waits for the store to open, in milliseconds. */
const WAIT_MS = 5000;

export interface StoreOpenerOptions {
  store: Pick<HistoryStore, 'open'>;
  problems: StoreProblems;
  logger: Logger;
  opened(): void;
}

export class StoreOpener {
  readonly #options: StoreOpenerOptions;
  readonly #retry = new Backoff(RETRY);
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #isStopped = false;
  #failure: unknown;

  constructor(options: StoreOpenerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns before the store is open. */
  start(): void {
    if (this.#isOpen || this.#isStopped || this.#opening) return;
    this.#opening = this.#open().finally(() => {
      this.#opening = undefined;
    });
  }

  /** @throws MensuraError `storage-failed`, with the reason, if the store is not open in time */
  async whenOpen(): Promise<void> {
    if (this.#isOpen) return;
    if (this.#opening) await withDeadline(this.#opening, WAIT_MS, 'Opening the history').catch(() => {});
    if (this.#isOpen) return;
    const isOpening = this.#failure === undefined;
    const reason = isOpening ? 'it is still opening' : errorText(this.#failure);
    const then = isOpening
      ? 'Try again when it is open.'
      : 'Mensura retries automatically. Check that the disk works and has free space.';
    throw new MensuraError('storage-failed', `Cannot read the history: ${reason}. ${then}`, {
      cause: this.#failure,
    });
  }

  /** Stops retrying; resolves when the current attempt has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#retry.stop();
    await this.#opening;
  }

  async #open(): Promise<void> {
    const { store, problems, logger, opened } = this.#options;
    try {
      await store.open();
      this.#isOpen = true;
    } catch (error) {
      const isKnown = this.#failure !== undefined && errorText(this.#failure) === errorText(error);
      if (!isKnown) logger.warn(`cannot open the history: ${errorText(error)}`, { error });
      this.#failure = error;
      problems.failed(error);
      if (!this.#isStopped) this.#retry.later(() => this.start());
      return;
    }
    opened();
  }
}
