/** A workbook (ECMA-376, SpreadsheetML) as a stream: one sheet, or more where the rows do not fit. */
import { SPREADSHEET_ROWS } from '../../../contract/index.ts';
import { channelHeading, roundedTo, serialDate, timeHeadingOf } from '../csv/csv-writer.ts';
import type { TimeZone } from '../csv/time-zone.ts';
import { columnsOf, type ExportPlan, type PlannedColumn, valueNames } from '../plan.ts';
import type { Sink, TextRows } from './format.ts';
import { entriesOf } from './text-file.ts';
import { closingFiles, DECLARATION, escapeXml, MAIN, sheetPath, WorkbookStyles } from './xlsx-package.ts';
import { ZipFile } from './zip-file.ts';

/** Longest cell of a number with its place, in bytes, and the bytes of a sheet: a ZIP has files of up to 4 GiB. */
const CELL_BYTES = 60;
const SHEET_BYTES = 4.2e9;

/** Of columns, in characters. */
const TIME_WIDTH = 24;
const WIDTH = 20;

/** @param maxRows of a sheet, without its heading; smaller in tests */
export function createXlsx(plan: ExportPlan, sink: Sink, zone: TimeZone, maxRows = SPREADSHEET_ROWS): ZipFile {
  const columns = columnsOf(plan);
  const splitRows = Math.min(maxRows, Math.floor(SHEET_BYTES / CELL_BYTES / (columns.length + 1)));
  const styles = new WorkbookStyles(plan.csv.decimals === 'all' ? [] : columns.map(({ decimals }) => decimals));
  const layout =
    plan.layout === 'moments' ? sampleSetCells(plan, columns, styles) : readingCells(plan, columns, styles);
  return new ZipFile({
    content: sheetRows(layout, zone, splitRows),
    sink,
    splitRows,
    nameOf: sheetPath,
    closing: (sheets) => closingFiles(sheets, styles),
  });
}

/** Yields the row and the cells after its time, each without its place: `><v>21.5</v></c>`; undefined is empty. */
interface SheetLayout {
  headings: readonly string[];
  cells(rows: Parameters<TextRows['rows']>[0]): Iterable<{ row: number; cells: readonly (string | undefined)[] }>;
}

function textCell(text: string, style = 0): string {
  return ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** @returns undefined for a value that is not finite */
function numberCell(
  { decimals }: PlannedColumn,
  plan: ExportPlan,
  styles: WorkbookStyles,
): (value: number) => string | undefined {
  const wanted = plan.csv.decimals === 'all' ? undefined : decimals;
  const head = ` s="${styles.ofDecimals(wanted)}"><v>`;
  return (value) => (Number.isFinite(value) ? `${head}${roundedTo(value, wanted)}</v></c>` : undefined);
}

function sampleSetCells(plan: ExportPlan, columns: readonly PlannedColumn[], styles: WorkbookStyles): SheetLayout {
  const formats = columns.map((column) => numberCell(column, plan, styles));
  return {
    headings: columns.map(({ name, unit, channel, value }) => channelHeading(name, unit, channel.label, value)),
    *cells({ rows, values }) {
      for (let row = 0; row < rows; row += 1) {
        yield { row, cells: formats.map((format, place) => format(values[place]?.[row] as number)) };
      }
    },
  };
}

function readingCells(plan: ExportPlan, columns: readonly PlannedColumn[], styles: WorkbookStyles): SheetLayout {
  const formats = columns.map((column) => numberCell(column, plan, styles));
  const names = valueNames(plan);
  const heads = plan.channels.map(({ family, serial, channel }) =>
    [family, serial, channel].map((text) => textCell(text)),
  );
  const units = plan.channels.map(({ unit }) => textCell(unit));
  return {
    headings: ['family', 'serial', 'channel', ...names, 'unit'],
    *cells(rows) {
      for (const { row, place, first } of entriesOf(rows, names.length)) {
        const numbers = names.map((_, index) => formats[first + index]?.(rows.values[first + index]?.[row] as number));
        yield { row, cells: [...(heads[place] ?? []), ...numbers, units[place]] };
      }
    },
  };
}

function sheetRows({ headings, cells }: SheetLayout, zone: TimeZone, splitRows: number): TextRows {
  const letters = Array.from({ length: headings.length + 1 }, (_, place) => columnLetters(place));
  const titles = [timeHeadingOf('local', zone), ...headings].map(
    (text, place) => `<c r="${letters[place]}1"${textCell(text, WorkbookStyles.HEADING)}`,
  );
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const widths = `<cols><col min="1" max="1" width="${TIME_WIDTH}" customWidth="1"/><col min="2" max="${letters.length}" width="${WIDTH}" customWidth="1"/></cols>`;
  let written = 0;
  return {
    heading: `${DECLARATION}<worksheet xmlns="${MAIN}">${view}${widths}<sheetData><row r="1">${titles.join('')}</row>`,
    ending: '</sheetData></worksheet>',
    *rows(rows) {
      for (const { row, cells: content } of cells(rows)) {
        const number = (written % splitRows) + 2;
        written += 1;
        const time = serialDate(rows.at[row] as number, zone);
        let line = `<row r="${number}"><c r="A${number}" s="${WorkbookStyles.TIME}"><v>${time}</v></c>`;
        for (let place = 0; place < content.length; place += 1) {
          const cell = content[place];
          if (cell !== undefined) line += `<c r="${letters[place + 1]}${number}"${cell}`;
        }
        yield `${line}</row>`;
      }
    },
  };
}

/** `A` of 0, `AA` of 26. */
function columnLetters(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}
