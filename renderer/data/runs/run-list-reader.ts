import { MAX_LISTED_RUNS, type Runs } from '../../../service/contract/index.ts';
import { pause } from '../pause.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { fetchRuns } from './requests.ts';

/** Runs that are listed at first, and added by "Show more". */
export const RUNS_PAGE = 50;

/** Waits for the user's next key, or for further changes, in milliseconds. */
const SETTLE_MS = 250;

export interface RunListReading {
  /** Newest first; undefined until the service has answered. */
  listed: Runs | undefined;
  /** That the list answers. */
  search: string;
  hasMore: boolean;
  /** Older runs exist, but no more of them are listed. */
  isFull: boolean;
  /** Empty if the last request succeeded. */
  failure: string;
}

/** Lists runs: the newest ones that match a search. */
export class RunListReader {
  readonly #fetch: typeof fetchRuns;
  readonly #settleMs: number;
  readonly #reading = new ValueStore<RunListReading>({
    listed: undefined,
    search: '',
    hasMore: false,
    isFull: false,
    failure: '',
  });
  readonly reading: Readable<RunListReading> = this.#reading;
  #search = '';
  #limit = RUNS_PAGE;
  #running: AbortController | undefined;

  /** @param settleMs pause before a request, in milliseconds */
  constructor(fetchList: typeof fetchRuns, settleMs = SETTLE_MS) {
    this.#fetch = fetchList;
    this.#settleMs = settleMs;
  }

  /** Lists again: a run has changed, or the service is back. The first time at once. */
  readonly refresh = (): void => void this.#load(this.#reading.get().listed === undefined);

  readonly retry = (): void => void this.#load(true);

  search(search: string): void {
    if (search === this.#search) return;
    this.#search = search;
    this.#limit = RUNS_PAGE;
    void this.#load(false);
  }

  readonly showMore = (): void => {
    this.#limit = Math.min(this.#limit + RUNS_PAGE, MAX_LISTED_RUNS);
    void this.#load(true);
  };

  stop(): void {
    this.#running?.abort();
  }

  /** Replaces a request that waits or runs. */
  async #load(isUrgent: boolean): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    if (!isUrgent) await pause(this.#settleMs, signal).done;
    if (signal.aborted) return;
    const [search, limit] = [this.#search, this.#limit];
    try {
      const listed = await this.#fetch({ search, offset: 0, limit }, signal);
      if (signal.aborted) return;
      const isCut = listed.runs.length < listed.total;
      const isAtEnd = limit >= MAX_LISTED_RUNS;
      this.#reading.set({ listed, search, hasMore: isCut && !isAtEnd, isFull: isCut && isAtEnd, failure: '' });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      this.#reading.set({ ...this.#reading.get(), failure: error.message });
    }
  }
}
