/** Records of a CSV file (RFC 4180), from pieces of text. */

/** A record of one or, with a quoted line break, several lines. */
export interface CsvRecord {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Longest record, in characters; a longer one is cut, and so unreadable. */
const MAX_RECORD = 65_536;

/** A record in which a quotation mark is open. */
interface OpenRecord {
  readonly line: number;
  readonly lines: string[];
  length: number;
}

/** Collects pieces of text into records; empty lines are left out. */
export class CsvRecords {
  readonly #separators: string;
  #rest = '';
  #line = 0;
  #open: OpenRecord | undefined;

  /** @param separators the possible ones, while it is not known which */
  constructor(separators = '\t;,') {
    this.#separators = separators;
  }

  /** The records that a piece completes. */
  *add(piece: string): Generator<CsvRecord> {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const text of lines) yield* this.#take(text);
    if (this.#rest.length > MAX_RECORD) this.#rest = this.#rest.slice(0, MAX_RECORD + 1);
  }

  /** The record after the last line end. */
  *end(): Generator<CsvRecord> {
    if (this.#rest !== '') yield* this.#take(this.#rest);
    if (this.#open) yield* this.#close(this.#open);
    this.#rest = '';
  }

  *#take(raw: string): Generator<CsvRecord> {
    this.#line += 1;
    const text = (raw.endsWith('\r') ? raw.slice(0, -1) : raw).slice(0, MAX_RECORD);
    const open = this.#open ?? { line: this.#line, lines: [], length: 0 };
    const isOpen = isOpenAfter(text, this.#open !== undefined, this.#separators);
    open.lines.push(text);
    open.length += text.length + 1;
    if (isOpen && open.length <= MAX_RECORD) this.#open = open;
    else yield* this.#close(open);
  }

  *#close({ line, lines }: OpenRecord): Generator<CsvRecord> {
    this.#open = undefined;
    const text = lines.join('\n').slice(0, MAX_RECORD);
    if (text.trim() !== '') yield { line, text };
  }
}

/** The first records of a text. @param limit their number, at most */
export function recordsIn(text: string, limit: number): CsvRecord[] {
  const records = new CsvRecords();
  const found: CsvRecord[] = [];
  for (const part of [records.add(text), records.end()]) {
    for (const record of part) {
      found.push(record);
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** Whether a quotation mark is open after a line. @param isOpen before it */
function isOpenAfter(line: string, isOpen: boolean, separators: string): boolean {
  let isQuoted = isOpen;
  let mark = line.indexOf('"');
  while (mark >= 0) {
    const isDouble = isQuoted && line[mark + 1] === '"';
    if (!isDouble) isQuoted = !isQuoted && isCellStart(line, mark, separators);
    mark = line.indexOf('"', mark + (isDouble ? 2 : 1));
  }
  return isQuoted;
}

/** Whether nothing but spaces is before a place in its cell: elsewhere, as in `Level 12" tank`, a mark is only a sign. */
function isCellStart(line: string, place: number, separators: string): boolean {
  let before = place - 1;
  while (line[before] === ' ') before -= 1;
  return before < 0 || separators.includes(line[before] ?? '');
}

/** The cells of a record, without quotation marks around them and spaces at the ends. */
export function cellsOf(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let [cell, isStart, isQuoted] = ['', true, false];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (isQuoted && character === '"') {
      isQuoted = text[index + 1] === '"';
      if (isQuoted) {
        cell += '"';
        index += 1;
      }
    } else if (isStart && character === '"') [isStart, isQuoted] = [false, true];
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      [cell, isStart] = ['', true];
    } else {
      cell += character;
      if (character !== ' ') isStart = false;
    }
  }
  return [...cells, cell.trim()];
}
