import { styleText } from 'node:util';
import { escapeText } from './escape.ts';

/** Combining marks, joiners and other characters without a width. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

const PICTURE = /^\p{Emoji_Presentation}$/u;

/** East Asian wide and full-width characters (Unicode Standard Annex 11), first and last of each block. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x11_00, 0x11_5f],
  [0x2e_80, 0x30_3e],
  [0x30_41, 0xa4_cf],
  [0xa9_60, 0xa9_7f],
  [0xac_00, 0xd7_a3],
  [0xf9_00, 0xfa_ff],
  [0xfe_30, 0xfe_6f],
  [0xff_00, 0xff_60],
  [0xff_e0, 0xff_e6],
  [0x2_00_00, 0x3_ff_fd],
];

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x3_00) return 1;
  if (ZERO.test(character)) return 0;
  return PICTURE.test(character) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** Columns of a terminal. @param text without control characters */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** Pads a text to a width. @param side where the text is aligned */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'left' ? text + blanks : blanks + text;
}

export interface Column {
  heading: string;
  /** Alignment. Default left. */
  side?: 'left' | 'right';
  /** Whether the column is omitted if all its cells are empty. */
  isOptional?: boolean;
}

const GAP = '  ';

/** Aligns columns by their width on a terminal, and escapes cells. @returns lines without line ends */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const isUsed = columns.map(({ isOptional }, place) => !isOptional || rows.some((row) => row[place]));
  const used = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, place) => isUsed[place]);
  const safe = [columns.map(({ heading }) => heading), ...rows].map((row) => used(row).map(escapeText));
  const shown = used(columns);
  const widths = shown.map((_, place) => Math.max(...safe.map((row) => displayWidth(row[place] ?? ''))));
  return safe.map((row) =>
    shown
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
