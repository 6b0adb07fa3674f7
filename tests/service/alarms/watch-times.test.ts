/** Expected times are written by hand, from the calendar and the clock of Berlin. */
import { expect, test } from 'vitest';
import { isWatchTime, nextWatchChange } from '../../../service/alarms/watch-times.ts';
import { WEEKDAYS } from '../../../service/contract/index.ts';
import { berlin } from '../../support/berlin.ts';

const OFFICE = { watch_days: ['mon', 'fri'] as const, watch_from: '08:00', watch_to: '18:00' };
const NIGHT = { watch_days: ['fri'] as const, watch_from: '22:00', watch_to: '06:00' };
const WHOLE_DAY = { watch_days: ['sat'] as const, watch_from: '06:00', watch_to: '06:00' };

function at({ watch_days, ...times }: typeof OFFICE | typeof NIGHT | typeof WHOLE_DAY, time: string) {
  const given = { watch_days: [...watch_days], ...times };
  const next = nextWatchChange(given, Date.parse(time), berlin);
  return [
    isWatchTime(given, Date.parse(time), berlin),
    Number.isFinite(next) ? new Date(next).toISOString().slice(0, 16) : 'later',
  ];
}

// 2026-11-20 is a Friday; Berlin is one hour ahead.
test.each([
  ['2026-11-20T06:59:59Z', false, '2026-11-20T07:00'],
  ['2026-11-20T07:00:00Z', true, '2026-11-20T17:00'],
  ['2026-11-20T16:59:59Z', true, '2026-11-20T17:00'],
  ['2026-11-20T17:00:00Z', false, 'later'],
  ['2026-11-21T10:00:00Z', false, 'later'],
  ['2026-11-22T23:30:00Z', false, '2026-11-23T07:00'],
])('on two days: %s is %s, until %s', (time, isInside, next) => {
  expect(at(OFFICE, time)).toEqual([isInside, next]);
});

test.each([
  ['2026-11-20T20:59:00Z', false, '2026-11-20T21:00'],
  ['2026-11-20T21:00:00Z', true, '2026-11-21T05:00'],
  ['2026-11-20T23:30:00Z', true, '2026-11-21T05:00'],
  ['2026-11-21T04:59:00Z', true, '2026-11-21T05:00'],
  ['2026-11-21T05:00:00Z', false, 'later'],
  // Thursday night is not named.
  ['2026-11-20T02:00:00Z', false, '2026-11-20T21:00'],
])('that end on the next day: %s is %s, until %s', (time, isInside, next) => {
  expect(at(NIGHT, time)).toEqual([isInside, next]);
});

test.each([
  ['2026-11-21T04:59:00Z', false, '2026-11-21T05:00'],
  ['2026-11-21T05:00:00Z', true, '2026-11-22T05:00'],
  ['2026-11-22T04:59:00Z', true, '2026-11-22T05:00'],
  ['2026-11-22T05:00:00Z', false, 'later'],
  // Clocks go forward on 2026-03-29: that day has 23 hours.
  ['2026-03-28T05:00:00Z', true, '2026-03-29T04:00'],
  ['2026-03-29T03:59:00Z', true, '2026-03-29T04:00'],
  ['2026-03-29T04:00:00Z', false, 'later'],
  // They go back on 2026-10-25: that one has 25.
  ['2026-10-24T04:00:00Z', true, '2026-10-25T05:00'],
  ['2026-10-25T04:59:00Z', true, '2026-10-25T05:00'],
])('with equal times: %s is %s, until %s', (time, isInside, next) => {
  expect(at(WHOLE_DAY, time)).toEqual([isInside, next]);
});

test('a start in the skipped hour is the first time after it', () => {
  const sunday = { watch_days: ['sun'] as ['sun'], watch_from: '02:30', watch_to: '04:00' };
  const open = ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:59:00Z', '2026-03-29T02:00:00Z'];
  expect(open.map((time) => isWatchTime(sunday, Date.parse(time), berlin))).toEqual([false, true, true, false]);
});

test('an end in the hour that exists twice is its first', () => {
  const sunday = { watch_days: ['sun'] as ['sun'], watch_from: '00:00', watch_to: '02:30' };
  const open = ['2026-10-25T00:29:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:29:00Z'];
  expect(open.map((time) => isWatchTime(sunday, Date.parse(time), berlin))).toEqual([true, false, false]);
});

test('without days it is always, and with all of them and equal times too', () => {
  const always = { watch_days: [], watch_from: '08:00', watch_to: '08:00' };
  for (let hour = 0; hour < 400; hour += 1) {
    const now = Date.UTC(2026, 9, 20, hour);
    expect(isWatchTime(always, now, berlin)).toBe(true);
    expect(isWatchTime({ ...always, watch_days: [...WEEKDAYS] }, now, berlin)).toBe(true);
  }
});
