import type { LogEntry } from '../../../service/contract/index.ts';

export const LEVEL_WORDS: Readonly<Record<LogEntry['level'], string>> = {
  error: 'Error',
  warn: 'Warning',
  info: 'Info',
  debug: 'Debug',
};

/** A level and what is worse, the most first. */
export const LEVEL_CHOICES: readonly { value: LogEntry['level']; word: string }[] = [
  { value: 'debug', word: 'All levels' },
  { value: 'info', word: 'Info and above' },
  { value: 'warn', word: 'Warnings and errors' },
  { value: 'error', word: 'Errors only' },
];

export interface LogFilter {
  /** Empty for every part. */
  part: string;
  /** Words that all must be there; empty for any. */
  text: string;
}

/** The lines that a filter lets through. */
export function filteredLines(entries: readonly LogEntry[], { part, text }: LogFilter): readonly LogEntry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && part === '') return entries;
  return entries.filter((entry) => {
    if (part !== '' && entry.part !== part) return false;
    const all = `${entry.part}\n${entry.text}\n${entry.detail ?? ''}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** The parts that have said something, in order; the whole service, which has no name, is none of them. */
export function componentsOf(entries: readonly LogEntry[]): string[] {
  return [...new Set(entries.map(({ part }) => part))].filter((part) => part !== '').toSorted();
}

/** Lines as plain text: time in UTC, level, part, text; details are indented below. */
export function linesText(entries: readonly LogEntry[]): string {
  return entries
    .map(({ time, level, part, text, detail }) => {
      const line = `${time} ${level.padEnd(5)} ${part === '' ? '' : `[${part}] `}${text}`;
      return [line, ...(detail ? detail.split('\n').map((one) => `    ${one}`) : [])].join('\n');
    })
    .join('\n');
}
