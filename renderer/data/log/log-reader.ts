/** Polls the log for new entries and loads older ones on request. */
import type { LogEntry, LogResult } from '../../../service/contract/index.ts';
import { type Pause, pause } from '../pause.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import {
  appendNew,
  countNew,
  isNewRun,
  type LogWindow,
  MAX_SHOWN,
  NO_LINES,
  PAGE,
  prependOlder,
  resetLog,
} from './log-window.ts';
import type { fetchLog } from './requests.ts';

/** Pause between a response and the next request. */
const EVERY_MS = 2000;

export interface LogReading extends LogWindow {
  isLoading: boolean;
  isLoadingOlder: boolean;
  /** Empty if the last request succeeded. */
  failure: string;
}

export interface LogReaderOptions {
  load: typeof fetchLog;
  /** Minimum level. */
  level: LogEntry['level'];
  /** Polling stops while the page is hidden. */
  isVisible: () => boolean;
  /** Pause between a response and the next request. Default 2 s. */
  everyMs?: number;
}

export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #reading = new ValueStore<LogReading>({ ...NO_LINES, isLoading: true, isLoadingOlder: false, failure: '' });
  readonly reading: Readable<LogReading> = this.#reading;
  #controller = new AbortController();
  #wait: Pause | undefined;
  #isUrgent = false;
  #isHeld = false;
  /** The next request reloads the newest entries. */
  #isFresh = true;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#controller = new AbortController();
    void this.#poll(this.#controller.signal);
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Requests now. */
  readonly refresh = (): void => {
    this.#isUrgent = true;
    this.#wait?.end();
  };

  /** Counts new entries without displaying them. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (isHeld) return;
    this.#isFresh ||= this.#reading.get().isBehind;
    this.refresh();
  }

  readonly showOlder = (): void => void this.#showOlder();

  async #poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#options.isVisible()) await this.#loadNew(signal);
      if (!this.#isUrgent) {
        this.#wait = pause(this.#options.everyMs ?? EVERY_MS, signal);
        await this.#wait.done;
      }
      this.#isUrgent = false;
    }
  }

  async #loadNew(signal: AbortSignal): Promise<void> {
    const { level, load } = this.#options;
    const isFresh = this.#isFresh;
    const { shown, seen, isBehind } = this.#reading.get();
    // Entries behind a gap cannot be joined.
    const isHeld = this.#isHeld || isBehind;
    const after = isFresh ? {} : { after: isHeld ? seen : shown };
    await this.#apply(signal, async () => {
      const result = await load({ level, ...after, limit: MAX_SHOWN }, signal);
      // Reloading may have been requested meanwhile.
      if (isFresh) this.#isFresh = false;
      return (window) => this.#withNew(window, result, isFresh, isHeld);
    });
  }

  #withNew(window: LogWindow, result: LogResult, isFresh: boolean, isHeld: boolean): LogWindow {
    if (isFresh) return resetLog(result, MAX_SHOWN);
    if (isNewRun(window, result)) {
      this.#isFresh = true;
      this.refresh();
      return window;
    }
    return isHeld ? countNew(window, result) : appendNew(window, result);
  }

  async #showOlder(): Promise<void> {
    const { entries, isLoadingOlder } = this.#reading.get();
    const before = entries[0]?.id;
    if (before === undefined || isLoadingOlder) return;
    const { level, load } = this.#options;
    const { signal } = this.#controller;
    this.#set({ isLoadingOlder: true });
    await this.#apply(signal, async () => {
      const result = await load({ level, before, limit: PAGE }, signal);
      // Entries may have been discarded meanwhile.
      return (window) => (window.entries[0]?.id === before ? prependOlder(window, result) : window);
    });
    this.#set({ isLoadingOlder: false });
  }

  async #apply(signal: AbortSignal, request: () => Promise<(window: LogWindow) => LogWindow>): Promise<void> {
    try {
      const change = await request();
      if (!signal.aborted) this.#set({ ...change(this.#reading.get()), isLoading: false, failure: '' });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      // The service may have restarted: IDs of another run mean nothing.
      this.#isFresh = true;
      this.#set({ failure: error.message });
    }
  }

  #set(news: Partial<LogReading>): void {
    this.#reading.set({ ...this.#reading.get(), ...news });
  }
}
