/** The newest lines of this run's log, kept in memory for the window and for diagnostics. */
import { type LogAnswer, type LogEntry, logLevelSchema } from '../contract/index.ts';
import type { LogQuery, LogSource } from '../http/options.ts';
import { LOG_LEVELS } from '../support/logger.ts';
import type { LogSink } from '../support/pino-logger.ts';

/** The most characters of one line's text, and of where its error came from. */
export const MAX_TEXT = 16 * 1024;

interface Line {
  level?: unknown;
  time?: unknown;
  part?: unknown;
  msg?: unknown;
  error?: { stack?: unknown };
}

function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  // Half of a pair would be no character any more.
  return `${text.slice(0, MAX_TEXT).toWellFormed()} … (truncated)`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? shortened(value) : '';
}

/**
 * @param line JSON, one object, as `createLogger` makes it
 * @returns undefined for a line that is none of the logger's
 */
function logEntryOf(line: string, id: number): LogEntry | undefined {
  const { level, time, part, msg, error } = JSON.parse(line) as Line;
  const known = logLevelSchema.safeParse(level);
  if (!known.success || typeof time !== 'string') return undefined;
  const detail = textOf(error?.stack);
  return {
    id,
    time,
    level: known.data,
    part: textOf(part),
    text: textOf(msg),
    ...(detail && { detail }),
  };
}

/** The most lines that are kept. */
export const MAX_ENTRIES = 5000;

/** The most characters of text that they have together. */
export const MAX_CHARACTERS = 2 * 1024 * 1024;

/** What it costs to keep a line, in characters. */
function sizeOf({ part, text, detail = '' }: LogEntry): number {
  return part.length + text.length + detail.length;
}

export interface LogRingOptions {
  /** Where the log of this and earlier runs is kept. */
  file: string;
}

/** Ids grow from 1 by one from line to line. */
export class LogRing implements LogSink, LogSource {
  readonly #file: string;
  readonly #entries: LogEntry[] = [];
  #characters = 0;
  #newest = 0;

  constructor({ file }: LogRingOptions) {
    this.#file = file;
  }

  write(line: string): void {
    const entry = logEntryOf(line, this.#newest + 1);
    if (!entry) return;
    this.#newest = entry.id;
    this.#entries.push(entry);
    this.#characters += sizeOf(entry);
    while (this.#entries.length > MAX_ENTRIES || this.#characters > MAX_CHARACTERS) this.#forgetOldest();
  }

  read({ level, after, before, limit }: LogQuery): LogAnswer {
    const levels = new Set(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
    const asked = this.#entries.filter((entry) => entry.id > after && entry.id < before && levels.has(entry.level));
    return {
      entries: asked.slice(-limit),
      oldest: this.#entries[0]?.id ?? 0,
      newest: this.#newest,
      file: this.#file,
    };
  }

  #forgetOldest(): void {
    const oldest = this.#entries.shift();
    if (oldest) this.#characters -= sizeOf(oldest);
  }
}
