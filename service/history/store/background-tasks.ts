import type { StoreLimits } from './limits.ts';
import type { Store } from './store.ts';

/** Delay before retrying after a failure, in milliseconds. */
const RETRY_MS = 10_000;

/** Pause between steps, in which requests are processed, in milliseconds. */
const STEP_MS = 5;

export interface ChoresOptions {
  store: Pick<Store, 'isJournalFull' | 'writeBlocks' | 'writeLong' | 'tidy'>;
  limits: StoreLimits;
  /** A task failed and will be retried. If it keeps failing, so will commits. */
  failed(text: string, error: unknown): void;
}

/** The store's maintenance, in steps between requests. */
export class BackgroundTasks {
  readonly #options: ChoresOptions;
  #writing: NodeJS.Timeout | undefined;
  #step: NodeJS.Timeout | undefined;
  #tidying: NodeJS.Timeout | undefined;

  constructor(options: ChoresOptions) {
    this.#options = options;
  }

  start(): void {
    this.#tidyIn(this.#options.limits.tidyMs);
  }

  stop(): void {
    clearTimeout(this.#writing);
    clearTimeout(this.#step);
    clearTimeout(this.#tidying);
  }

  /** After a commit: moves the journal into blocks once it is full or old; a channel with much data at once. */
  committed(): void {
    const { store, limits } = this.#options;
    if (this.#step) return;
    this.#writing ??= setTimeout(() => this.#write(), limits.journalMs);
    if (store.isJournalFull) this.#write();
    else this.#try(() => store.writeLong());
  }

  /** The retention changed. */
  tidySoon(): void {
    this.#tidyIn(0);
  }

  #write(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    clearTimeout(this.#step);
    this.#step = undefined;
    this.#try(() => {
      if (this.#options.store.writeBlocks()) this.#step = setTimeout(() => this.#write(), STEP_MS);
    });
  }

  /** Retries failures after `RETRY_MS`. */
  #try(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#options.failed('cannot compact committed readings', error);
      this.#step = setTimeout(() => this.#write(), RETRY_MS);
    }
  }

  #tidyIn(ms: number): void {
    clearTimeout(this.#tidying);
    this.#tidying = setTimeout(() => this.#tidy(), ms);
  }

  #tidy(): void {
    let isMore = false;
    try {
      isMore = this.#options.store.tidy();
    } catch (error) {
      this.#options.failed('cannot delete expired data', error);
    }
    this.#tidyIn(isMore ? STEP_MS : this.#options.limits.tidyMs);
  }
}
