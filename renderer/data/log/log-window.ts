/** The displayed part of the log: bounded, extended at either end. */
import { type LogEntry, type LogResult, MAX_LOG_ENTRIES } from '../../../service/contract/index.ts';

/** Display limit: entries at the other end are dropped. */
export const MAX_SHOWN = MAX_LOG_ENTRIES;

export const PAGE = 250;

export interface LogWindow {
  /** Oldest first. */
  entries: readonly LogEntry[];
  /** Highest ID covered by `entries`, including other levels. */
  shown: number;
  /** Highest known ID. */
  seen: number;
  /** New entries while paused. */
  waiting: number;
  hasOlder: boolean;
  /** The newest entries were dropped in favor of older ones. */
  isBehind: boolean;
  /** Log file; empty while unknown. */
  file: string;
}

export const NO_LINES: LogWindow = {
  entries: [],
  shown: 0,
  seen: 0,
  waiting: 0,
  hasOlder: false,
  isBehind: false,
  file: '',
};

/** Replaces everything by the newest entries. */
export function resetLog({ entries, newest, file }: LogResult, limit: number): LogWindow {
  return { ...NO_LINES, entries, shown: newest, seen: newest, hasOlder: entries.length >= limit, file };
}

/** Each run starts with new IDs. */
export function isNewRun(window: LogWindow, { newest }: LogResult): boolean {
  return newest < window.seen;
}

export function appendNew(window: LogWindow, { entries, newest }: LogResult): LogWindow {
  const all = entries.length === 0 ? window.entries : [...window.entries, ...entries];
  return {
    ...window,
    entries: all.length > MAX_SHOWN ? all.slice(-MAX_SHOWN) : all,
    shown: newest,
    seen: newest,
    waiting: 0,
    hasOlder: window.hasOlder || all.length > MAX_SHOWN,
  };
}

/** Counts new entries while paused. */
export function countNew(window: LogWindow, { entries, newest }: LogResult): LogWindow {
  return { ...window, seen: newest, waiting: window.waiting + entries.length };
}

export function prependOlder(window: LogWindow, { entries }: LogResult): LogWindow {
  const all = [...entries, ...window.entries];
  return {
    ...window,
    entries: all.slice(0, MAX_SHOWN),
    hasOlder: entries.length >= PAGE,
    isBehind: window.isBehind || all.length > MAX_SHOWN,
  };
}
