/** Tables for people: columns aligned by what they take on a terminal. */
import { styleText } from 'node:util';
import { escapeText } from './escape.ts';
import { displayWidth, pad } from './width.ts';

/** A column: its heading, and on which side its cells stand. */
export interface Column {
  heading: string;
  side?: 'left' | 'right';
}

const GAP = '  ';

/** @param cells one for each column; what cannot be shown is escaped. @returns lines without an end of line */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const safe = [columns.map(({ heading }) => heading), ...rows].map((row) => row.map(escapeText));
  const widths = columns.map((_, place) => Math.max(...safe.map((row) => displayWidth(row[place] ?? ''))));
  return safe.map((row) =>
    columns
      .map(({ side }, place) => pad(row[place] ?? '', widths[place] ?? 0, side))
      .join(GAP)
      .trimEnd(),
  );
}

/** The same as text; the headings stand out on a terminal that has colours. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const [headings = '', ...lines] = tableLines(columns, rows);
  return `${[styleText('bold', headings, { stream: process.stdout }), ...lines].join('\n')}\n`;
}
