import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dayRanges,
  formatRange,
  LONGEST_MS,
  parseRange,
  rangeError,
  shownDayRange,
  splitRoute,
} from '../../../renderer/features/charts/view/chart-range.ts';

const HOUR = 3_600_000;

describe('the range of a route', () => {
  test.each([
    ['/devices/usb/E1/last=5min', { base: '/devices/usb/E1', text: 'last=5min' }],
    ['/devices/usb/E1', { base: '/devices/usb/E1', text: '' }],
    ['/devices/usb/a%3Db', { base: '/devices/usb/a%3Db', text: '' }],
    ['/compare/channel=usb%2FE1%2Ft&last=1h', { base: '/compare', text: 'channel=usb%2FE1%2Ft&last=1h' }],
  ])('is split from %s', (route, parts) => {
    expect(splitRoute(route)).toEqual(parts);
  });

  test.each([
    ['last=30s', { last: 30_000 }],
    ['last=90min', { last: 90 * 60_000 }],
    ['last=7d', { last: 7 * 24 * HOUR }],
    [
      'from=2026-11-20T10:00:00.250Z&to=2026-11-20T12:00:00.000Z',
      { from: Date.UTC(2026, 10, 20, 10, 0, 0, 250), to: Date.UTC(2026, 10, 20, 12) },
    ],
  ])('%s is read and written', (text, range) => {
    expect(parseRange(text)).toEqual(range);
    expect(formatRange(range)).toBe(text);
  });

  test('has whole milliseconds and contains the view', () => {
    expect(formatRange({ from: 999.7, to: 2000.2 })).toBe('from=1970-01-01T00:00:00.999Z&to=1970-01-01T00:00:02.001Z');
  });

  test.each([
    '',
    'last=',
    'last=0s',
    'last=-1h',
    'last=40000d',
    'last=soon',
    'from=2026-11-20',
    'from=2026-11-21&to=2026-11-20',
    'from=a&to=b',
  ])('is refused if it is "%s"', (text) => expect(parseRange(text)).toBeUndefined());

  test('is refused with a reason', () => {
    expect(rangeError({ from: 1, to: Number.NaN })).toBe('Enter both times.');
    expect(rangeError({ from: 2, to: 2 })).toBe('The start must be before the end.');
    expect(rangeError({ from: 0, to: LONGEST_MS + 1 })).toMatch(/100 years/);
    expect(rangeError({ last: 999 })).toMatch(/at least 1 s/);
    expect(rangeError({ last: 1000 })).toBe('');
  });
});

describe('calendar days', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
  afterEach(() => vi.unstubAllEnvs());

  // A Wednesday; in Berlin one hour ahead of UTC.
  const now = Date.UTC(2026, 10, 25, 14, 30);

  test('are local, and a week starts on the given day', () => {
    const of = (firstDay: number): Record<string, [string, string]> =>
      Object.fromEntries(
        dayRanges(now, firstDay).map(({ word, from, to }) => [
          word,
          [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)],
        ]),
      );
    expect(of(1)).toEqual({
      Today: ['2026-11-24T23:00', '2026-11-25T14:30'],
      Yesterday: ['2026-11-23T23:00', '2026-11-24T23:00'],
      'Last week': ['2026-11-15T23:00', '2026-11-22T23:00'],
    });
    expect(of(7)['Last week']).toEqual(['2026-11-14T23:00', '2026-11-21T23:00']);
  });

  test('have 25 hours when the clock is set back', () => {
    const [, yesterday] = dayRanges(Date.UTC(2026, 9, 26, 12), 1);
    expect((yesterday?.to ?? 0) - (yesterday?.from ?? 0)).toBe(25 * HOUR);
  });

  test('are named while they are shown, and no longer', () => {
    const ranges = dayRanges(now, 1);
    const [today, yesterday] = ranges;
    if (!today || !yesterday) throw new Error('No day ranges');
    const word = (from: number, to: number): string | undefined =>
      shownDayRange({ ms: to - from, fixed: { from, to } }, ranges);
    expect(word(yesterday.from, yesterday.to)).toBe('Yesterday');
    expect(word(yesterday.from + 1, yesterday.to)).toBeUndefined();
    expect(word(today.from, today.to - HOUR)).toBe('Today');
    expect(shownDayRange({ ms: 24 * HOUR, fixed: undefined }, ranges)).toBeUndefined();
  });
});
