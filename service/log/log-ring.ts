/** The newest log lines of this run, in memory for the window and for diagnostics. */
import { type LogEntry, type LogResult, logLevelSchema } from '../contract/index.ts';
import { LOG_LEVELS } from '../support/logger.ts';
import type { LogSink } from '../support/pino-logger.ts';

/** Characters of a line's text, and of its error's stack. */
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
  // The cut may leave half of a surrogate pair.
  return `${text.slice(0, MAX_TEXT).toWellFormed()} … (truncated)`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? shortened(value) : '';
}

/**
 * @param line a JSON object, as `createLogger` writes it
 * @returns undefined for any other line
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

/** Limit of stored lines. */
export const MAX_ENTRIES = 5000;

/** Limit of their text, in characters. */
export const MAX_CHARACTERS = 2 * 1024 * 1024;

/** Memory use of a line, in characters. */
function sizeOf({ part, text, detail = '' }: LogEntry): number {
  return part.length + text.length + detail.length;
}

/** A query of the log. */
export interface LogQuery {
  /** Minimum level. */
  level: LogEntry['level'];
  /** Only lines with a higher ID. */
  after: number;
  /** Only lines with a lower ID. */
  before: number;
  /** Maximum lines; the newest are returned. */
  limit: number;
}

export interface LogRingOptions {
  /** Path of the log file. */
  file: string;
}

/** Ids are consecutive, from 1. */
export class LogRing implements LogSink {
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
    while (this.#entries.length > MAX_ENTRIES || this.#characters > MAX_CHARACTERS) this.#discardOldest();
  }

  read({ level, after, before, limit }: LogQuery): LogResult {
    const levels = new Set(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
    const matching = this.#entries.filter((entry) => entry.id > after && entry.id < before && levels.has(entry.level));
    return {
      entries: matching.slice(-limit),
      oldest: this.#entries[0]?.id ?? 0,
      newest: this.#newest,
      file: this.#file,
    };
  }

  #discardOldest(): void {
    const oldest = this.#entries.shift();
    if (oldest) this.#characters -= sizeOf(oldest);
  }
}
