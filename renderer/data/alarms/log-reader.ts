import type { Alarm } from '../../../service/contract/index.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { AlarmLogFilter, alarmLog } from './requests.ts';

export const PAGE = 50;

/** Limit for one window. */
const MAX = 2000;

interface LogPages {
  /** Newest first. */
  alarms: readonly Alarm[];
  /** Older ones exist. */
  hasMore: boolean;
}

export const NO_PAGES: LogPages = { alarms: [], hasMore: false };

/** Appends a page of older alarms. It starts at the time of the last known one, so duplicates are skipped. */
export function withOlder({ alarms: known }: LogPages, page: readonly Alarm[]): LogPages {
  const further = without(page, known);
  const alarms = [...known, ...further];
  return { alarms, hasMore: page.length >= PAGE && further.length > 0 && alarms.length < MAX };
}

/** Replaces the newest page. Older alarms stay unless they may have changed or do not follow on. */
export function refreshed({ alarms: known, hasMore }: LogPages, page: readonly Alarm[]): LogPages {
  const older = without(known, page);
  const followsOn = older.length < known.length;
  if (!followsOn || older.some(({ ended }) => ended === null)) {
    return { alarms: page, hasMore: page.length >= PAGE };
  }
  return { alarms: [...page, ...older].slice(0, MAX), hasMore };
}

function without(alarms: readonly Alarm[], others: readonly Alarm[]): Alarm[] {
  const ids = new Set(others.map(({ id }) => id));
  return alarms.filter(({ id }) => !ids.has(id));
}

export interface LogReading extends LogPages {
  isLoading: boolean;
  /** Empty without an error. */
  failure: string;
  /** Of the alarms. */
  filter: AlarmLogFilter;
}

export class LogReader {
  readonly #fetch: typeof alarmLog;
  readonly #reading: ValueStore<LogReading>;
  readonly reading: Readable<LogReading>;
  /** Of the newest request. */
  #filter: AlarmLogFilter;
  #running: AbortController | undefined;
  /** A page of older alarms is loading. */
  #isGoingBack = false;
  /** Reload the newest page after that. */
  #isStale = false;

  constructor(fetchLog: typeof alarmLog, filter: AlarmLogFilter) {
    this.#fetch = fetchLog;
    this.#filter = filter;
    this.#reading = new ValueStore<LogReading>({ ...NO_PAGES, isLoading: true, failure: '', filter });
    this.reading = this.#reading;
  }

  /** Loads the alarms that match another filter. Those of the last one stay until then. */
  show(filter: AlarmLogFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    void this.#load(undefined, refreshed);
  }

  /** Reloads the newest page, after a pending page of older alarms. */
  readonly refresh = (): void => {
    if (this.#isGoingBack) this.#isStale = true;
    else void this.#load(undefined, refreshed);
  };

  /** Loads the next page of older alarms. */
  readonly loadMore = (): void => void this.#loadOlder();

  stop(): void {
    this.#isStale = false;
    this.#running?.abort();
  }

  async #loadOlder(): Promise<void> {
    const { alarms, isLoading, filter } = this.#reading.get();
    if (this.#isGoingBack || filter !== this.#filter) return;
    const oldest = alarms.at(-1);
    this.#isGoingBack = true;
    this.#isStale = isLoading;
    // The end of the range is exclusive, and several alarms may share a millisecond.
    await this.#load(oldest && new Date(Date.parse(oldest.since) + 1).toISOString(), withOlder);
    this.#isGoingBack = false;
    if (!this.#isStale) return;
    this.#isStale = false;
    this.refresh();
  }

  async #load(to: string | undefined, join: (known: LogPages, page: LogPages['alarms']) => LogPages): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const filter = this.#filter;
    // The error stays until the response arrives: a flickering message can be neither read nor clicked.
    this.#set({ isLoading: true });
    try {
      const { alarms } = await this.#fetch({ filter, limit: PAGE, to, signal });
      if (signal.aborted) return;
      const before = this.#reading.get();
      const pages = join(before.filter === filter ? before : NO_PAGES, alarms);
      this.#set({ ...pages, isLoading: false, failure: '', filter });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      this.#set({ isLoading: false, failure: error.message });
    }
  }

  #set(news: Partial<LogReading>): void {
    this.#reading.set({ ...this.#reading.get(), ...news });
  }
}
