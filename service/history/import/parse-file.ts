/** Reads all records of a recognized file into columns of readings. */
import { type ImportLine, LISTED_IMPORT_LINES, MAX_IMPORT_COLUMNS, MAX_IMPORT_READINGS } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import type { TimeZone } from '../../support/local-time.ts';
import { isEmptyCell, numberOf, timeOf } from './cells.ts';
import { type ColumnReadings, ReadingColumn } from './column.ts';
import { type CsvRecord, CsvRecords, cellsOf } from './csv-records.ts';
import { withoutApostrophe } from './headings.ts';
import { type FileForm, separatorOf, shortened } from './recognize.ts';

/** A column of a file, or a channel of a file with a row for each reading. */
export type FileKey =
  | { readonly column: number }
  | { readonly family: string; readonly serial: string; readonly channel: string; readonly unit: string };

export interface ParsedColumn extends ColumnReadings {
  readonly key: FileKey;
}

export interface ParsedFile {
  readonly columns: ParsedColumn[];
  /** Lines with readings, or that should have some. */
  readonly lines: number;
  readonly unreadableLines: number;
  /** The first of them. */
  readonly unreadable: ImportLine[];
}

export interface ParseOptions {
  readonly form: FileForm;
  readonly zone: TimeZone;
  /** The columns to read, from 0; those of a file with a row for each reading are all read. */
  readonly columns: readonly number[];
  /** Times from here on are refused, in milliseconds since 1970. */
  readonly until: number;
}

export class FileParser {
  readonly #options: ParseOptions;
  readonly #separator: string;
  readonly #records: CsvRecords;
  readonly #columns = new Map<string, { key: FileKey; readings: ReadingColumn }>();
  readonly #unreadable: ImportLine[] = [];
  #unreadableLines = 0;
  #lines = 0;
  #readings = 0;
  #before = Number.NEGATIVE_INFINITY;

  constructor(options: ParseOptions) {
    this.#options = options;
    this.#separator = separatorOf(options.form);
    this.#records = new CsvRecords(this.#separator);
    if (options.form.layout === 'readings') return;
    for (const column of options.columns) {
      this.#columns.set(String(column), { key: { column }, readings: new ReadingColumn() });
    }
  }

  /** @throws MensuraError `bad-request` for too many readings or channels */
  add(text: string): void {
    for (const record of this.#records.add(text)) this.#take(record);
  }

  end(): ParsedFile {
    for (const record of this.#records.end()) this.#take(record);
    return {
      columns: [...this.#columns.values()].map(({ key, readings }) => Object.assign(readings.finish(), { key })),
      lines: this.#lines,
      unreadableLines: this.#unreadableLines,
      unreadable: this.#unreadable,
    };
  }

  #take({ line, text }: CsvRecord): void {
    const { form } = this.#options;
    if (line <= form.headingLine) return;
    this.#lines += 1;
    const cells = cellsOf(text, this.#separator);
    const reason = this.#read(cells);
    if (reason === undefined) return;
    this.#unreadableLines += 1;
    if (this.#unreadable.length >= LISTED_IMPORT_LINES) return;
    this.#unreadable.push({ line, text: shortened(text), reason: shortened(reason) });
  }

  /** @returns why the line cannot be read */
  #read(cells: readonly string[]): string | undefined {
    const { form, zone, until } = this.#options;
    const { timeColumns, timeKind: kind, dateOrder, mark, headings } = form;
    if (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell !== '')) {
      return `it has ${cells.length} cells, but there are ${headings.length} headings`;
    }
    const time = timeColumns.map((column) => cells[column] ?? '').join(' ');
    const at = timeOf(time, { kind, zone, dateOrder, mark }, this.#before);
    if (typeof at === 'string') return at;
    if (!(at >= EARLIEST)) return `its time "${time}" is before 1970`;
    if (at >= until) return `its time "${time}" is in the future`;
    const reason = form.layout === 'readings' ? this.#readReading(cells, at) : this.#readMoment(cells, at);
    if (reason === undefined) this.#before = at;
    return reason;
  }

  /** All cells of the line, or none. */
  #readMoment(cells: readonly string[], at: number): string | undefined {
    const { form, columns } = this.#options;
    const values = columns.map((column) => {
      const cell = cells[column] ?? '';
      return isEmptyCell(cell) ? null : (numberOf(cell, form.mark) ?? cell);
    });
    const wrong = values.findIndex((value) => typeof value === 'string');
    if (wrong >= 0) {
      const column = columns[wrong] ?? 0;
      return `"${shortened(String(values[wrong]))}" in column ${column + 1} (${form.headings[column]?.heading}) is not a number`;
    }
    columns.forEach((column, index) => {
      const value = values[index];
      if (typeof value === 'number') this.#put(String(column), { column }, at, value);
    });
    return undefined;
  }

  #readReading(cells: readonly string[], at: number): string | undefined {
    const [family = '', serial = '', channel = '', magnitude = '', unit = ''] = cells.slice(1).map(withoutApostrophe);
    if (serial === '' || channel === '') return 'it names no channel';
    // A sensor error is an empty cell.
    const value = magnitude === '' ? Number.NaN : numberOf(magnitude, this.#options.form.mark);
    if (value === undefined) return `"${shortened(magnitude)}" is not a number`;
    this.#put(`${family}/${serial}/${channel}/${unit}`, { family, serial, channel, unit }, at, value);
    return undefined;
  }

  #put(name: string, key: FileKey, at: number, value: number): void {
    let column = this.#columns.get(name);
    if (!column) {
      if (this.#columns.size >= MAX_IMPORT_COLUMNS) {
        throw new MensuraError('bad-request', `The file has more than ${MAX_IMPORT_COLUMNS} channels. Split it.`);
      }
      column = { key, readings: new ReadingColumn() };
      this.#columns.set(name, column);
    }
    column.readings.push(at, value);
    this.#readings += 1;
    if (this.#readings > MAX_IMPORT_READINGS) {
      throw new MensuraError('bad-request', `The file has more than ${MAX_IMPORT_READINGS} readings. Split it.`);
    }
  }
}

/** 1970: older times come from a wrong clock or another format. */
const EARLIEST = 0;
