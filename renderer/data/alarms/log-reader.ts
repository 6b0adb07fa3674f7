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
  /** The user asked for older ones, and they are on their way. */
  #isGoingBack = false;
  /** The newest page is to be read again, once older ones are there. */
  #isStale = false;

  constructor(ask: typeof alarmLog) {
    this.#ask = ask;
  }

  get reading(): Readable<LogReading> {
    return this.#reading;
  }

  /** Reads the newest page, again. What the user asked for of older ones comes first. */
  readonly refresh = (): void => {
    if (this.#isGoingBack) this.#isStale = true;
    else void this.#load(undefined, refreshed);
  };

  /** Reads the page behind the oldest that is known. */
  readonly loadMore = (): void => void this.#goBack();

  /** Ends what is under way. */
  stop(): void {
    this.#isStale = false;
    this.#running?.abort();
  }

  async #goBack(): Promise<void> {
    if (this.#isGoingBack) return;
    const { alarms, isLoading } = this.#reading.get();
    const oldest = alarms.at(-1);
    this.#isGoingBack = true;
    this.#isStale = isLoading;
    // The end of a stretch is not in it, and others may have been raised in the same millisecond.
    await this.#load(oldest && new Date(Date.parse(oldest.since) + 1).toISOString(), withOlder);
    this.#isGoingBack = false;
    if (!this.#isStale) return;
    this.#isStale = false;
    this.refresh();
  }

  async #load(to: string | undefined, join: (known: LogPages, page: LogPages['alarms']) => LogPages): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    // Why it failed stands until there is an answer: a message that flickers can be neither read nor pressed.
    this.#set({ isLoading: true });
    try {
      const { alarms } = await this.#ask(PAGE, to, signal);
      if (!signal.aborted) this.#set({ ...join(this.#reading.get(), alarms), isLoading: false, failure: '' });
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
