/** Text in a cell of a CSV file: quoted by RFC 4180, and never taken for a formula. */

/**
 * What spreadsheets may take for the beginning of a formula, also behind characters that they pass over. Full-width
 * forms count where the spreadsheet's language has them, so the text is looked at in its compatible form.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@]|^[\t\r\n]/u;

/** What a cell must be quoted for, beside the separator; spaces at its ends would be lost in some readers. */
const QUOTED = /["\r\n]|^\s|\s$/;

/**
 * Any text as one cell. A text that a spreadsheet could take for a formula gets an apostrophe in front, which
 * spreadsheets show as text. Never for numbers: -3.5 is a number.
 */
export function textCell(text: string, separator: string): string {
  const safe = FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text;
  return QUOTED.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
