/** Opens tables in Gnumeric, a spreadsheet, in the language of some country. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';

const run = promisify(execFile);

/** What a cell of a spreadsheet holds: a number, or a text; undefined where it is empty. */
export type Cell = number | string | undefined;

function program(name: string): string {
  const path = findProgram(name);
  if (path) return path;
  throw new Error(`${name} is missing. On Debian or Ubuntu: apt-get install gnumeric locales`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(xml: string): string {
  return xml.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name ?? ''] ?? ''),
  );
}

/** A number has Gnumeric's value type 40, a text 60. What has no type is a formula. */
const CELL = /<gnm:Cell Row="(\d+)" Col="(\d+)"(?: ValueType="(\d+)")?[^>]*>([^<]*)<\/gnm:Cell>/g;

function cellsOf(xml: string): Cell[][] {
  const rows: Cell[][] = [];
  for (const [, row, column, type, content = ''] of xml.matchAll(CELL)) {
    const value = type === '40' ? Number(content) : plain(type === '60' ? content : `formula: ${content}`);
    (rows[Number(row)] ??= [])[Number(column)] = value;
  }
  return rows;
}

export interface Sheet {
  name: string;
  cells: Cell[][];
  /** The first cell that scrolls; undefined if all do. */
  unfrozen: string | undefined;
  /** Format codes of cells, by columns from 0, rows from 0: `0.00`. */
  formatOf(row: number, column: number): string | undefined;
  isBold(row: number, column: number): boolean;
}

/** Cells of one style. */
const REGION =
  /<gnm:StyleRegion startCol="(\d+)" startRow="(\d+)" endCol="(\d+)" endRow="(\d+)">([^]*?)<\/gnm:StyleRegion>/g;

function sheetOf(xml: string): Sheet {
  const regions = [...xml.matchAll(REGION)].map(([, ...bounds]) => {
    const [startColumn, startRow, endColumn, endRow] = bounds.slice(0, 4).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return { startColumn, startRow, endColumn, endRow, style: bounds[4] ?? '' };
  });
  const styleOf = (row: number, column: number): string =>
    regions.find(
      ({ startColumn, startRow, endColumn, endRow }) =>
        row >= startRow && row <= endRow && column >= startColumn && column <= endColumn,
    )?.style ?? '';
  return {
    name: plain(/<gnm:Name>([^<]*)</.exec(xml)?.[1] ?? ''),
    cells: cellsOf(xml),
    unfrozen: /UnfrozenTopLeft="(\w+)"/.exec(xml)?.[1],
    formatOf: (row, column) => /Format="([^"]*)"/.exec(styleOf(row, column))?.[1],
    isBold: (row, column) => styleOf(row, column).includes('Bold="1"'),
  };
}

export class Spreadsheet {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param locales as in `de_DE`: made from the system's descriptions, for this one alone */
  static async start(locales: readonly string[]): Promise<Spreadsheet> {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-spreadsheet-'));
    for (const locale of locales) {
      await run(program('localedef'), ['-i', locale, '-f', 'UTF-8', join(folder, `${locale}.UTF-8`)]);
    }
    return new Spreadsheet(folder);
  }

  /** Opens a table as a user of that country would; it finds out the separator by itself. */
  async open(table: Uint8Array, locale: string): Promise<Cell[][]> {
    const [from, to] = ['table.txt', 'table.xml'].map((name) => join(this.#folder, name)) as [string, string];
    await writeFile(from, table);
    const args = ['-I', 'Gnumeric_stf:stf_csvtab', '-T', 'Gnumeric_XmlIO:sax:0', from, to];
    const env = { ...process.env, LOCPATH: this.#folder, LC_ALL: `${locale}.UTF-8`, TZ: 'UTC' };
    await run(program('ssconvert'), args, { env });
    return cellsOf(await readFile(to, 'utf8'));
  }

  /** Opens a workbook in the language of the tests. */
  async openWorkbook(workbook: Uint8Array): Promise<Sheet[]> {
    const [from, to] = ['workbook.xlsx', 'workbook.xml'].map((name) => join(this.#folder, name)) as [string, string];
    await writeFile(from, workbook);
    const { stderr } = await run(program('ssconvert'), ['-T', 'Gnumeric_XmlIO:sax:0', from, to], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    });
    if (stderr.trim() !== '') throw new Error(stderr);
    const [, ...sheets] = (await readFile(to, 'utf8')).split('<gnm:Sheet ');
    return sheets.map(sheetOf);
  }

  async stop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
