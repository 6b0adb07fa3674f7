import { describe, expect, test } from 'vitest';
import { createCsvWriter } from '../../../../service/history/export/csv/csv-writer.ts';
import { systemTimeZone, type TimeZone } from '../../../../service/history/export/csv/time-zone.ts';

/** Central Europe around the end of summer time in 2026: at 01:00 UTC on 25 October. */
const CHANGE = Date.UTC(2026, 9, 25, 1);
const BERLIN: TimeZone = { name: 'Europe/Berlin', offsetAt: (at) => (at < CHANGE ? 120 : 60) };

const writerOf = (time: 'iso' | 'local' | 'serial' | 'unix_ms', decimal_mark: 'point' | 'comma' = 'point') =>
  createCsvWriter({ separator: 'semicolon', decimal_mark, time, decimals: 'all' }, BERLIN);

describe('moments', () => {
  const at = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

  test.each([
    ['iso', 'time (UTC)', '2026-11-20T14:45:12.318Z'],
    ['local', 'time (Europe/Berlin)', '2026-11-20 15:45:12.318'],
    ['serial', 'time (days, Europe/Berlin)', '46346.65639256944'],
    ['unix_ms', 'time (ms since 1970)', '1795185912318'],
  ] as const)('%s', (time, heading, text) => {
    expect(writerOf(time).timeHeading).toBe(heading);
    expect(writerOf(time).timestamp(at)).toBe(text);
  });

  test('fractions have the decimal mark that numbers have', () => {
    expect(writerOf('local', 'comma').timestamp(at)).toBe('2026-11-20 15:45:12,318');
    expect(writerOf('iso', 'comma').timestamp(at)).toBe('2026-11-20T14:45:12.318Z');
    expect(writerOf('serial', 'comma').timestamp(at)).toBe('46346,65639256944');
  });

  test('days since 1899-12-30 are what spreadsheets count', () => {
    // 1 January 2000 is day 36526 everywhere; noon is half a day.
    expect(writerOf('serial').timestamp(Date.UTC(2000, 0, 1, 10))).toBe('36526.5');
  });

  test('the hour that comes twice is written twice', () => {
    const { timestamp: moment } = writerOf('local');
    expect(moment(CHANGE - 1)).toBe('2026-10-25 02:59:59.999');
    expect(moment(CHANGE)).toBe('2026-10-25 02:00:00.000');
    expect(moment(CHANGE + 3_600_000)).toBe('2026-10-25 03:00:00.000');
  });
});

test("the computer's zone tells local time across a change", () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  try {
    const zone = systemTimeZone();
    expect([CHANGE - 1, CHANGE, CHANGE + 1, CHANGE - 60_000].map((at) => zone.offsetAt(at))).toEqual([
      120, 60, 60, 120,
    ]);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

describe('numbers', () => {
  test.each([
    [0.1, '0.1', '0,1'],
    [-12.5, '-12.5', '-12,5'],
    [1 / 3, '0.3333333333333333', '0,3333333333333333'],
    [1.5e-7, '1.5e-7', '1,5e-7'],
    [1e21, '1e+21', '1e+21'],
    [5e-324, '5e-324', '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308', '1,7976931348623157e+308'],
    [Number.NaN, '', ''],
    [Number.POSITIVE_INFINITY, '', ''],
  ])('%s', (value, point, comma) => {
    expect(writerOf('iso').reading(value, 2)).toBe(point);
    expect(writerOf('iso', 'comma').reading(value, 2)).toBe(comma);
  });
});
