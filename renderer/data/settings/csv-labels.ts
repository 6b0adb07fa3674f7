import type { CsvOptions } from '../../../service/contract/index.ts';
import { decimalSign } from '../format/numbers.ts';

export const COMMA_TWICE =
  'The comma cannot be both the separator and the decimal mark. Select a semicolon or a tab as the separator.';

/**
 * Format that the user's spreadsheet opens correctly.
 * @param locale a language tag; undefined for the user's own
 */
export function localCsvOptions(locale?: string): CsvOptions {
  return decimalSign(locale) === ','
    ? { separator: 'semicolon', decimal_mark: 'comma', time: 'local' }
    : { separator: 'comma', decimal_mark: 'point', time: 'local' };
}
