import { styleText } from 'node:util';
import { escapeText } from './escape.ts';
import { displayWidth, pad } from './width.ts';

export interface Column {
  heading: string;
  /** Alignment. Default left. */
  side?: 'left' | 'right';
}

const GAP = '  ';

/** Aligns columns by their width on a terminal, and escapes cells. @returns lines without line ends */
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

/** The table as text, with bold headings on a terminal. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const [headings = '', ...lines] = tableLines(columns, rows);
  return `${[styleText('bold', headings, { stream: process.stdout }), ...lines].join('\n')}\n`;
}
