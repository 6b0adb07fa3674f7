import type { LogEntry } from '../../../service/contract/index.ts';
import { matchesWords } from '../format/text.ts';

export const LEVEL_TEXT: Readonly<Record<LogEntry['level'], string>> = {
  error: 'Error',
  warn: 'Warning',
  info: 'Info',
  debug: 'Debug',
};

/** Minimum levels. */
export const LEVEL_CHOICES: readonly { value: LogEntry['level']; word: string }[] = [
  { value: 'debug', word: 'All levels' },
  { value: 'info', word: 'Info and above' },
  { value: 'warn', word: 'Warnings and errors' },
  { value: 'error', word: 'Errors only' },
];

export interface LogFilter {
  /** Empty for all components. */
  part: string;
  /** All words must match; empty for no filter. */
  text: string;
}

export function filteredLines(entries: readonly LogEntry[], { part, text }: LogFilter): readonly LogEntry[] {
  if (text.trim() === '' && part === '') return entries;
  return entries.filter(
    (entry) => (part === '' || entry.part === part) && matchesWords(text, [entry.part, entry.text, entry.detail]),
  );
}

/** Components with entries, sorted; entries of the whole service have none. */
export function componentsOf(entries: readonly LogEntry[]): string[] {
  return [...new Set(entries.map(({ part }) => part))].filter((part) => part !== '').toSorted();
}

/** Plain text: UTC time, level, component, text; details are indented. */
export function linesText(entries: readonly LogEntry[]): string {
  return entries
    .map(({ time, level, part, text, detail }) => {
      const line = `${time} ${level.padEnd(5)} ${part === '' ? '' : `[${part}] `}${text}`;
      return [line, ...(detail ? detail.split('\n').map((one) => `    ${one}`) : [])].join('\n');
    })
    .join('\n');
}
