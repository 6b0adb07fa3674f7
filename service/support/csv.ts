/** Cells and lines of CSV files, as in RFC 4180. */

/**
 * What a spreadsheet may read as a formula, also after characters it skips. Some locales accept full-width forms, so
 * the text is tested in its compatibility form.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@]|^[\t\r\n]/u;

/** Requires quotes, as the separator does; some readers strip spaces at the ends. */
const QUOTED = /["\r\n]|^\s|\s$/;

export const LINE_END = '\r\n';

/** Without it, Excel reads the file in the legacy encoding of its locale. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Any text as one cell. A possible formula gets a leading apostrophe, which makes spreadsheets show text. Not for
 * numbers: -3.5 is one.
 */
export function textCell(text: string, separator: string): string {
  const safe = FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text;
  return QUOTED.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
