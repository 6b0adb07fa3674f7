/** XLSX files, opened in Gnumeric. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOptionsSchema } from '../../service/contract/index.ts';
import { createXlsx } from '../../service/history/export/formats/xlsx-file.ts';
import type { ExportPlan } from '../../service/history/export/plan.ts';
import type { Kept } from '../service/history/export/support/memory-source.ts';
import { type FileWish, fileOf, UTC } from '../service/history/export/support/run.ts';
import { type Sheet, Spreadsheet } from '../support/spreadsheet.ts';

const BEGIN = Date.UTC(2026, 10, 20, 12);

/** 2026-11-20 13:00 in days since 1899-12-30: an hour ahead of UTC. */
const SERIAL = 46_346 + 13 / 24;
const ZONE = { name: 'Europe/Berlin', offsetAt: () => 60 };
const TIME_FORMAT = String.raw`yyyy\-mm\-dd\ hh:mm:ss.000`;

const temperature: Kept = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  readings: [
    [BEGIN + 318, 22.158770122835122],
    [BEGIN + 1000, Number.NaN],
    [BEGIN + 2000, -3.25],
  ],
};
const hostile: Kept = {
  family: 'gateway',
  serial: '=1+1',
  channel: '<a href="x">&amp;',
  unit: '@SUM(A1)',
  label: "=cmd|' /C calc'!A1",
  readings: [[BEGIN + 2000, 1e-7]],
};

let spreadsheet: Spreadsheet;
beforeAll(async () => {
  spreadsheet = await Spreadsheet.start([]);
});
afterAll(() => spreadsheet.stop());

async function sheetOf(kept: readonly Kept[], wish: FileWish): Promise<Sheet> {
  const [sheet, ...others] = await spreadsheet.openWorkbook(
    (await fileOf(kept, { format: 'xlsx', zone: ZONE, ...wish })).bytes,
  );
  expect(others).toEqual([]);
  return sheet as Sheet;
}

/** Times to the millisecond: Gnumeric writes more digits than a double has. */
const timesOf = ({ cells }: Sheet): number[] =>
  cells.slice(1).map(([at]) => Math.round((Number(at) - SERIAL) * 86_400_000));

describe('a workbook', () => {
  test('has texts as texts, numbers as numbers, and times as dates', async () => {
    const sheet = await sheetOf([temperature, hostile], {});
    expect(sheet.name).toBe('Readings');
    const [heading, first, second, third] = sheet.cells;
    expect(heading).toEqual([
      'time (Europe/Berlin)',
      'E24638 temperature (°C)',
      '=1+1 <a href="x">&amp; [=cmd|\' /C calc\'!A1] (@SUM(A1))',
    ]);
    expect(timesOf(sheet)).toEqual([318, 1000, 2000]);
    expect(first?.slice(1)).toEqual([22.158770122835122]);
    expect(second?.slice(1)).toEqual([]);
    expect(third?.slice(1)).toEqual([-3.25, 1e-7]);
    expect([sheet.formatOf(1, 0), sheet.formatOf(1, 1)]).toEqual([TIME_FORMAT, 'General']);
  });

  test('has a bold heading that does not scroll', async () => {
    const sheet = await sheetOf([temperature], {});
    expect(sheet.unfrozen).toBe('A2');
    expect([sheet.isBold(0, 0), sheet.isBold(0, 1), sheet.isBold(1, 1)]).toEqual([true, true, false]);
  });

  test('has the displayed decimals', async () => {
    const sheet = await sheetOf([temperature], { csv: { decimals: 'channel' } });
    expect(sheet.cells[1]?.[1]).toBeCloseTo(22.16, 12);
    expect(sheet.formatOf(1, 1)).toBe('0.00');
  });

  test('has a row for each reading', async () => {
    const sheet = await sheetOf([temperature, hostile], { layout: 'readings' });
    expect(sheet.cells[0]).toEqual(['time (Europe/Berlin)', 'family', 'serial', 'channel', 'magnitude', 'unit']);
    expect(sheet.cells.slice(1).map(([, ...cells]) => cells)).toEqual([
      ['usb', 'E24638', 'temperature', 22.158770122835122, '°C'],
      ['usb', 'E24638', 'temperature', undefined, '°C'],
      ['usb', 'E24638', 'temperature', -3.25, '°C'],
      ['gateway', '=1+1', '<a href="x">&amp;', 1e-7, '@SUM(A1)'],
    ]);
  });

  test('has rows by interval, with counts as whole numbers', async () => {
    const interval = { intervalMs: 60_000, values: ['mean', 'count'] as const };
    const sheet = await sheetOf([temperature], { interval, csv: { decimals: 'channel' } });
    expect(sheet.cells[0]?.slice(1)).toEqual(['E24638 temperature mean (°C)', 'E24638 temperature count']);
    expect(timesOf(sheet)).toEqual([60_000]);
    expect(sheet.cells[1]?.[1]).toBeCloseTo(9.45, 12);
    expect(sheet.cells[1]?.[2]).toBe(2);
    expect([sheet.formatOf(1, 1), sheet.formatOf(1, 2)]).toEqual(['0.00', '0']);
  });

  test('without readings has its heading', async () => {
    expect((await sheetOf([{ ...temperature, readings: [] }], {})).cells).toHaveLength(1);
  });
});

test('rows that do not fit a sheet are in further ones, with the heading', async () => {
  const pieces: Uint8Array[] = [];
  const channels = Array.from({ length: 30 }, (_, index) => ({
    ...temperature,
    channel: `c${index}`,
    decimals: 1,
    label: '',
  }));
  const plan: ExportPlan = {
    channels,
    from: 0,
    to: 1,
    format: 'xlsx',
    layout: 'moments',
    csv: csvOptionsSchema.parse({ decimals: 'all' }),
    interval: undefined,
    splitRows: undefined,
    baseName: '',
    sliceReadings: 1,
  };
  const sink = { put: async (bytes: Uint8Array) => void pieces.push(bytes) };
  const file = createXlsx(plan, sink, UTC, 2);
  await file.start();
  // Across a call as well.
  for (const [from, rows] of [
    [0, 3],
    [3, 2],
  ] as const) {
    const at = Float64Array.from({ length: rows }, (_, row) => BEGIN + from + row);
    const values = channels.map((_, place) =>
      Float64Array.from({ length: rows }, (__, row) => (from + row) * 100 + place),
    );
    await file.writeRows({ rows, at, values, readings: 0, entries: 0 });
  }
  await file.end();
  const sheets = await spreadsheet.openWorkbook(Buffer.concat(pieces));
  expect(sheets.map(({ name }) => name)).toEqual(['Readings', 'Readings 2', 'Readings 3']);
  for (const { cells } of sheets) expect(cells[0]?.[30]).toBe('E24638 c29 (°C)');
  const numbers = sheets.flatMap(({ cells }) => cells.slice(1).map(([, ...row]) => row));
  expect(numbers).toEqual(
    Array.from({ length: 5 }, (_, row) => Array.from({ length: 30 }, (__, place) => row * 100 + place)),
  );
});
