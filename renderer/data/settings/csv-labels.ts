import type { CsvOptions } from '../../../service/contract/index.ts';
import { decimalSign } from '../format/numbers.ts';

export const SEPARATORS: readonly { value: CsvOptions['separator']; word: string }[] = [
  { value: 'comma', word: 'Comma (,)' },
  { value: 'semicolon', word: 'Semicolon (;)' },
  { value: 'tab', word: 'Tab' },
];

export const DECIMAL_MARKS: readonly { value: CsvOptions['decimal_mark']; word: string }[] = [
  { value: 'point', word: 'Point (21.5)' },
  { value: 'comma', word: 'Comma (21,5)' },
];

export const TIME_FORMATS: readonly { value: CsvOptions['time']; word: string }[] = [
  { value: 'iso', word: 'UTC, ISO 8601 (2026-11-20T14:45:12.318Z)' },
  { value: 'local', word: 'Local time (2026-11-20 15:45:12.318)' },
  { value: 'serial', word: 'Spreadsheet date number (46346.656393)' },
  { value: 'unix_ms', word: 'Unix time in milliseconds' },
];

export const COMMA_TWICE =
  'The comma cannot be both separator and decimal mark. Select a semicolon or a tab as separator.';

/**
 * Format that the user's spreadsheet opens correctly.
 * @param locale a language tag; undefined for the user's own
 */
export function localCsvOptions(locale?: string): CsvOptions {
  return decimalSign(locale) === ','
    ? { separator: 'semicolon', decimal_mark: 'comma', time: 'local' }
    : { separator: 'comma', decimal_mark: 'point', time: 'local' };
}
