/** Reads the history of alarms for a page that shows it. */
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import { type LogPages, NO_PAGES, PAGE, refreshed, withOlder } from './log-pages.ts';
import type { alarmLog } from './requests.ts';

export interface LogReading extends LogPages {
  isLoading: boolean;
  /** Why it could not be had; empty otherwise. */
  failure: string;
}

export class LogReader {
  readonly #ask: typeof alarmLog;
  readonly #reading = new ValueStore<LogReading>({ ...NO_PAGES, isLoading: true, failure: '' });
  #running: AbortController | undefined;

  constructor(ask: typeof alarmLog) {
    this.#ask = ask;
  }

  get reading(): Readable<LogReading> {
    return this.#reading;
  }

  /** Reads the newest page, again. */
  readonly refresh = (): void => void this.#load(undefined, refreshed);

  /** Reads the page behind the oldest that is known. */
  readonly loadMore = (): void => {
    const oldest = this.#reading.get().alarms.at(-1);
    // The end of a stretch is not in it, and others may have been raised in the same millisecond.
    void this.#load(oldest && new Date(Date.parse(oldest.since) + 1).toISOString(), withOlder);
  };

  /** Ends what is under way. */
  stop(): void {
    this.#running?.abort();
  }

  async #load(to: string | undefined, join: (known: LogPages, page: LogPages['alarms']) => LogPages): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    this.#set({ isLoading: true, failure: '' });
    try {
      const { alarms } = await this.#ask(PAGE, to, signal);
      if (!signal.aborted) this.#set({ ...join(this.#reading.get(), alarms), isLoading: false });
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
