/** The displayed part of the log: bounded, extended at either end. */
import { type LogAnswer, type LogEntry, MAX_LOG_ENTRIES } from '../../../service/contract/index.ts';

/** The most lines that are shown at a time: what is more goes at the other end. */
export const MAX_SHOWN = MAX_LOG_ENTRIES;

/** Lines that are asked for at once where older ones are wanted. */
export const PAGE = 250;

export interface LogWindow {
  /** Oldest first. */
  entries: readonly LogEntry[];
  /** The greatest id that is accounted for in `entries`, though its level may not be wanted. */
  shown: number;
  /** The greatest id that was heard of. */
  seen: number;
  /** Lines after `shown` that came while the list was held. */
  waiting: number;
  hasOlder: boolean;
  /** Newer lines went for the sake of older ones. */
  isBehind: boolean;
  /** Where the log of this and earlier runs is kept; empty while that is not known. */
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

/** The newest lines, and nothing of what was there before. */
export function resetLog({ entries, newest, file }: LogAnswer, limit: number): LogWindow {
  return { ...NO_LINES, entries, shown: newest, seen: newest, hasOlder: entries.length >= limit, file };
}

/** Whether an answer is of another run: ids begin anew with each. */
export function isNewRun(window: LogWindow, { newest }: LogAnswer): boolean {
  return newest < window.seen;
}

/** What came after `shown`, at the newer end. */
export function appendNew(window: LogWindow, { entries, newest }: LogAnswer): LogWindow {
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

/** What came after `seen`, while the list is held: it is counted. */
export function countNew(window: LogWindow, { entries, newest }: LogAnswer): LogWindow {
  return { ...window, seen: newest, waiting: window.waiting + entries.length };
}

/** What stands before the oldest line. */
export function prependOlder(window: LogWindow, { entries }: LogAnswer): LogWindow {
  const all = [...entries, ...window.entries];
  return {
    ...window,
    entries: all.slice(0, MAX_SHOWN),
    hasOlder: entries.length >= PAGE,
    isBehind: window.isBehind || all.length > MAX_SHOWN,
  };
}
