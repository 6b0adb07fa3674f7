/** Recognizes the form of a file from its first lines. */
import type { ImportFormat, ImportOptions } from '../../contract/index.ts';
import { MAX_IMPORT_COLUMNS } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import {
  type DateOrder,
  type DecimalMark,
  isDate,
  isEmptyCell,
  numberOf,
  type TimeKind,
  unorderedDate,
} from './cells.ts';
import { type CsvRecord, cellsOf } from './csv-records.ts';
import { type ColumnHeading, generalHeading, ownHeading } from './headings.ts';

/** Records before the headings, at most: what other programs write about the file. */
const MAX_PREAMBLE = 50;

/** Records in which decimal marks and the order of dates are looked for. */
const SAMPLE = 500;

/** Records from which the form of a file is recognized. */
export const HEAD_RECORDS = MAX_PREAMBLE + SAMPLE;

const SEPARATORS = { tab: '\t', semicolon: ';', comma: ',' } as const;
const SEPARATOR_NAMES = ['tab', 'semicolon', 'comma'] as const;

/** Titles of the columns of an export with a row for each reading, after the time. */
const READING_TITLES = ['family', 'serial', 'channel', 'magnitude', 'unit'];

/** How to read the records of a file, apart from the channels. Columns are numbered from 0. */
export interface FileForm {
  readonly kind: ImportFormat['kind'];
  readonly layout: ImportFormat['layout'];
  readonly separator: keyof typeof SEPARATORS;
  readonly mark: DecimalMark | undefined;
  readonly headingLine: number;
  /** One, or a date and a time. */
  readonly timeColumns: readonly number[];
  readonly timeKind: TimeKind;
  /** Of local times, as in the heading; undefined if it has none. */
  readonly timeZone: string | undefined;
  /** Whether no time has its zone. */
  readonly isLocal: boolean;
  readonly dateOrder: DateOrder | undefined;
  readonly headings: readonly ColumnHeading[];
}

export function separatorOf({ separator }: Pick<FileForm, 'separator'>): string {
  return SEPARATORS[separator];
}

/**
 * @param records the first `HEAD_RECORDS` of the file
 * @throws MensuraError `bad-request` that names the line and its text
 */
export function recognize(records: readonly CsvRecord[], options: Pick<ImportOptions, 'date_order'>): FileForm {
  const [first] = records;
  if (!first) throw new MensuraError('bad-request', 'The file has no lines.');
  const form = ownForm(first, records) ?? generalForm(records);
  if (!form) {
    throw new MensuraError(
      'bad-request',
      `The file is not recognized: no line has a date and time beside numbers. Line ${first.line}: "${shortened(first.text)}"`,
    );
  }
  return { ...form, dateOrder: form.dateOrder ?? options.date_order };
}

function requireColumns({ length }: readonly string[]): void {
  if (length <= MAX_IMPORT_COLUMNS) return;
  throw new MensuraError('bad-request', `The file has ${length} columns; at most ${MAX_IMPORT_COLUMNS}.`);
}

/** The start of a text for a message. */
export function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

const OWN_TIME = /^time \((?:(UTC)|(ms since 1970)|days, ([^()]+)|([^()]+))\)$/;

/** The form of an export or a daily CSV file of Mensura. */
function ownForm(heading: CsvRecord, records: readonly CsvRecord[]): FileForm | undefined {
  for (const separator of SEPARATOR_NAMES) {
    const [time = '', ...titles] = cellsOf(heading.text, SEPARATORS[separator]);
    const found = OWN_TIME.exec(time);
    if (!found || titles.length === 0) continue;
    requireColumns([time, ...titles]);
    const [, utc, ms, days, zone] = found;
    const isReadings = titles.length === READING_TITLES.length && titles.every((one, i) => one === READING_TITLES[i]);
    const rows = records.slice(1, SAMPLE).map(({ text }) => cellsOf(text, SEPARATORS[separator]));
    return {
      kind: 'mensura',
      layout: isReadings ? 'readings' : 'moments',
      separator,
      mark: separator === 'comma' ? 'point' : markIn(rows, new Set(days || ms ? [] : [0])),
      headingLine: heading.line,
      timeColumns: [0],
      timeKind: ms ? 'unix_ms' : days ? 'serial' : 'text',
      timeZone: utc ? undefined : (days ?? zone),
      isLocal: days !== undefined || zone !== undefined,
      dateOrder: undefined,
      headings: [time, ...titles].map((title, index) => (index === 0 ? generalHeading(title) : ownHeading(title))),
    };
  }
  return undefined;
}

/** The form of a file whose first line with a date and time, beside a number, follows its headings. */
function generalForm(records: readonly CsvRecord[]): FileForm | undefined {
  for (const [index, record] of records.slice(0, MAX_PREAMBLE + 1).entries()) {
    for (const separator of SEPARATOR_NAMES) {
      const cells = cellsOf(record.text, SEPARATORS[separator]);
      const above = records[index - 1];
      const titles = above ? cellsOf(above.text, SEPARATORS[separator]) : [];
      const time = timeColumnsIn(cells.slice(0, MAX_IMPORT_COLUMNS), titles.slice(0, MAX_IMPORT_COLUMNS));
      if (!time) continue;
      const hasValue = cells.some(
        (cell, place) => !time.columns.includes(place) && numberOf(cell, undefined) !== undefined,
      );
      if (!hasValue || titles.length < cells.length) continue;
      requireColumns(titles);
      const rows = records.slice(index, index + SAMPLE).map(({ text }) => cellsOf(text, SEPARATORS[separator]));
      const [column = 0] = time.columns;
      return {
        kind: 'general',
        layout: 'moments',
        separator,
        mark: separator === 'comma' ? undefined : markIn(rows, new Set(time.kind === 'text' ? time.columns : [])),
        headingLine: above?.line ?? 0,
        timeColumns: time.columns,
        timeKind: time.kind,
        timeZone: undefined,
        isLocal: time.kind === 'serial' || (time.kind === 'text' && !/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/.test(time.text)),
        dateOrder: orderIn(rows.map((row) => row[column] ?? '')),
        headings: titles.map(generalHeading),
      };
    }
  }
  return undefined;
}

interface TimeColumns {
  readonly columns: readonly number[];
  readonly kind: TimeKind;
  readonly text: string;
}

const CLOCK = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:[AaPp][Mm])?(?:Z|[+-]\d\d:?\d\d)?$/;

/** The first column with a date, joined by a time of day beside it; else numbers under a heading that means time. */
function timeColumnsIn(cells: readonly string[], titles: readonly string[]): TimeColumns | undefined {
  const date = cells.findIndex(isDate);
  if (date >= 0) {
    const text = cells[date] ?? '';
    const clock = text.includes(':') ? -1 : cells.findIndex((cell) => CLOCK.test(cell));
    return clock < 0
      ? { columns: [date], kind: 'text', text }
      : { columns: [date, clock], kind: 'text', text: `${text} ${cells[clock]}` };
  }
  const column = titles.findIndex((title) => /\b(?:time|date|timestamp|unix|epoch)/i.test(title));
  const number = column < 0 ? undefined : numberOf(cells[column] ?? '', undefined);
  const kind = number === undefined ? undefined : numericKind(number);
  return kind && { columns: [column], kind, text: cells[column] ?? '' };
}

/** By size: milliseconds since 1970 from 1973 on, seconds likewise, days from 1954 to 2119. */
function numericKind(number: number): TimeKind | undefined {
  if (number >= 1e11 && number < 1e13) return 'unix_ms';
  if (number >= 1e8 && number < 1e11) return 'unix_s';
  return number >= 20_000 && number < 80_000 ? 'serial' : undefined;
}

/** The decimal mark of a file whose separator is no comma; undefined if no number has one. */
function markIn(rows: readonly (readonly string[])[], times: ReadonlySet<number>): DecimalMark | undefined {
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      if (times.has(index) || isEmptyCell(cell)) continue;
      if (/^[+-]?\d*\.\d/.test(cell) && numberOf(cell, 'point') !== undefined) return 'point';
      if (/^[+-]?\d*,\d/.test(cell) && numberOf(cell, 'comma') !== undefined) return 'comma';
    }
  }
  return undefined;
}

/** The order of day and month, if a number above 12 shows it. */
function orderIn(dates: readonly string[]): DateOrder | undefined {
  for (const date of dates) {
    const [first = 0, second = 0] = unorderedDate(date.split(/[\sT]/)[0] ?? '') ?? [];
    if (first > 12) return 'dmy';
    if (second > 12) return 'mdy';
  }
  return undefined;
}
