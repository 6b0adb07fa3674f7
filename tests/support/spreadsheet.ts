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

  async stop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
