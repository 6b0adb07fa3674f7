/** Local dates and times, with the offsets of Berlin in 2026. */
import { expect, test } from 'vitest';
import { localDate, localMinute, localWeekday, timeOfDay } from '../../../service/support/local-time.ts';
import { berlin } from '../../support/berlin.ts';

const noon = (month: number, day: number): number => Date.UTC(2026, month - 1, day, 11);

test.each([
  ['in winter', noon(11, 29), '22:00', 0, '2026-11-29T21:00:00.000Z'],
  ['in summer', noon(7, 1), '22:00', 0, '2026-07-01T20:00:00.000Z'],
  ['on the next day', noon(11, 30), '00:15', 1, '2026-11-30T23:15:00.000Z'],
  ['that is skipped: the first after it', noon(3, 29), '02:30', 0, '2026-03-29T01:00:00.000Z'],
  ['before the skipped hour', noon(3, 29), '01:59', 0, '2026-03-29T00:59:00.000Z'],
  ['after the skipped hour', noon(3, 29), '03:00', 0, '2026-03-29T01:00:00.000Z'],
  ['that exists twice: the first', noon(10, 25), '02:30', 0, '2026-10-25T00:30:00.000Z'],
  ['after the repeated hour', noon(10, 25), '03:00', 0, '2026-10-25T02:00:00.000Z'],
])('finds a time of day %s', (_when, at, time, days, expected) => {
  expect(new Date(timeOfDay(at, time, days, berlin)).toISOString()).toBe(expected);
});

test('has the date, the time and the weekday of the zone', () => {
  // 2026-11-29 was a Sunday; in Berlin it is half past midnight on Monday.
  const late = Date.UTC(2026, 10, 29, 23, 30);
  expect([localDate(late, berlin), localMinute(late, berlin)]).toEqual(['2026-11-30', '00:30']);
  expect([-1, 0, 5, 6].map((days) => localWeekday(late, days, berlin))).toEqual([6, 0, 5, 6]);
});
