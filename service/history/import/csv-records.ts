/** Records of a CSV file (RFC 4180), from pieces of text. */

/** A record of one or, with a quoted line break, several lines. */
export interface CsvRecord {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Longest record, in characters; a longer one is cut, and so unreadable. */
const MAX_RECORD = 65_536;

/** Collects pieces of text into records; empty lines are left out. */
export class CsvRecords {
  #rest = '';
  #line = 0;
  /** The start of a record whose quotation mark is open, and its line. */
  #open: CsvRecord | undefined;

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
    if (this.#open) yield this.#open;
    this.#rest = '';
    this.#open = undefined;
  }

  *#take(raw: string): Generator<CsvRecord> {
    this.#line += 1;
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const record = this.#open
      ? { line: this.#open.line, text: `${this.#open.text}\n${text}`.slice(0, MAX_RECORD) }
      : { line: this.#line, text: text.slice(0, MAX_RECORD) };
    this.#open = isOpen(record.text) && record.text.length < MAX_RECORD ? record : undefined;
    if (!this.#open && record.text.trim() !== '') yield record;
  }
}

/** Whether a quotation mark is not closed. */
function isOpen(text: string): boolean {
  if (!text.includes('"')) return false;
  let isQuoted = false;
  for (const character of text) if (character === '"') isQuoted = !isQuoted;
  return isQuoted;
}

/** The cells of a record, without quotation marks and spaces at the ends. */
export function cellsOf(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"' && isQuoted && text[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}
