/** One finished line of the log as the app API shows it. */
import { type LogEntry, logLevelSchema } from '../contract/index.ts';

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
export function logEntryOf(line: string, id: number): LogEntry | undefined {
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
