import type { StoreLimits } from './limits.ts';
import type { Store } from './store.ts';

/** After a failure: how long to wait before the next attempt, in milliseconds. */
const RETRY_MS = 10_000;

/** Between two steps of anything: time for what the main thread asks, in milliseconds. */
const STEP_MS = 5;

export interface ChoresOptions {
  store: Pick<Store, 'isJournalFull' | 'writeBlocks' | 'writeLong' | 'tidy'>;
  limits: StoreLimits;
  /** What failed is tried again. Where it goes on, commits fail in the end. */
  failed(text: string, error: unknown): void;
}

/** What the store does unasked, in steps between requests. */
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

  /** Something was committed: the journal goes into blocks when it is full, or old; much of one channel goes at once. */
  committed(): void {
    const { store, limits } = this.#options;
    if (this.#step) return;
    this.#writing ??= setTimeout(() => this.#write(), limits.journalMs);
    if (store.isJournalFull) this.#write();
    else this.#try(() => store.writeLong());
  }

  /** What may be kept has changed. */
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

  /** What fails is tried again after a while. */
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
