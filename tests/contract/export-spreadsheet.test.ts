/** Exports as a spreadsheet written by others opens them, in several countries. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CsvOptions } from '../../service/contract/index.ts';
import type { Kept } from '../service/history/export/support/memory-source.ts';
import { fileOf } from '../service/history/export/support/run.ts';
import { type Cell, Spreadsheet } from '../support/spreadsheet.ts';

const AT = Date.UTC(2026, 10, 20, 15, 45, 12, 318);

/** The same as days since 1899-12-30. */
const DAYS = 46_346.656_392_569_44;

const TEMPERATURE: Kept = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  readings: [
    [AT, 21.5],
    [AT + 86_400_000, Number.NaN],
    [AT + 172_800_000, -0.1],
  ],
};
const LEAK: Kept = {
  family: 'gateway',
  serial: '=1+1',
  channel: 'leak;rate,\t"x"',
  unit: '%rh',
  readings: [
    [AT, 1.5e-7],
    [AT + 86_400_000, -1e21],
    [AT + 172_800_000, 1_234_567.25],
  ],
};

const COUNTRIES: readonly [locale: string, csv: Omit<CsvOptions, 'time' | 'decimals'>][] = [
  ['en_US', { separator: 'comma', decimal_mark: 'point' }],
  ['en_US', { separator: 'tab', decimal_mark: 'point' }],
  ['de_DE', { separator: 'semicolon', decimal_mark: 'comma' }],
  ['fr_FR', { separator: 'semicolon', decimal_mark: 'comma' }],
  ['fr_FR', { separator: 'tab', decimal_mark: 'comma' }],
  ['de_CH', { separator: 'tab', decimal_mark: 'point' }],
];

describe.skipIf(process.platform !== 'linux')('a spreadsheet', () => {
  let spreadsheet: Spreadsheet;
  beforeAll(async () => {
    spreadsheet = await Spreadsheet.start(['en_US', 'de_DE', 'fr_FR', 'de_CH']);
  });
  afterAll(() => spreadsheet.stop());

  /** Gnumeric shows an apostrophe in front as what it is: the sign for text, and no part of it. */
  const rowsIn = async (locale: string, csv: Omit<CsvOptions, 'decimals'>): Promise<Cell[][]> =>
    spreadsheet.open((await fileOf([TEMPERATURE, LEAK], { csv })).bytes, locale);

  test.each(COUNTRIES)('of %s reads %j', async (locale, csv) => {
    for (const time of ['local', 'serial'] as const) {
      const [heading, ...rows] = await rowsIn(locale, { ...csv, time });
      expect(heading).toEqual([
        time === 'local' ? 'time (UTC)' : 'time (days, UTC)',
        'E24638 temperature (°C)',
        '=1+1 leak;rate,\t"x" (%rh)',
      ]);
      expect(rows).toEqual([
        [expect.closeTo(DAYS, 9), 21.5, 1.5e-7],
        [expect.closeTo(DAYS + 1, 9), undefined, -1e21],
        [expect.closeTo(DAYS + 2, 9), -0.1, 1_234_567.25],
      ]);
    }
  });

  test('reads rows of readings', async () => {
    const { bytes } = await fileOf([TEMPERATURE, LEAK], { layout: 'readings', csv: { time: 'serial' } });
    const [, first, second] = await spreadsheet.open(bytes, 'en_US');
    expect(first).toEqual([expect.closeTo(DAYS, 9), 'usb', 'E24638', 'temperature', 21.5, '°C']);
    expect(second).toEqual([expect.closeTo(DAYS, 9), 'gateway', '=1+1', 'leak;rate,\t"x"', 1.5e-7, '%rh']);
  });

  test('takes no text for a formula', async () => {
    const texts = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', ' =1+1', '=HYPERLINK("http://x.example")', '"=1+1'];
    const channels = texts.map((serial, place): Kept => ({ ...TEMPERATURE, serial, channel: `c${place}` }));
    for (const [locale, csv] of COUNTRIES) {
      const { bytes } = await fileOf(channels, { layout: 'readings', csv: { ...csv, time: 'serial' } });
      const rows = await spreadsheet.open(bytes, locale);
      const found = rows.slice(1, texts.length + 1).map((row) => String(row[2]));
      expect(found.map((text) => text.trim().replace(/^'/, ''))).toEqual(texts.map((text) => text.trim()));
      expect(found.filter((text) => text.startsWith('formula'))).toEqual([]);
    }
  });
});
