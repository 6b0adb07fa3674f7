import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorLabel, rangeLabel, timeLabel } from '../../../renderer/features/charts/scene/time-labels.ts';
import { elapsedTicks, timeTicks } from '../../../service/contract/time-ticks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const utc = (): number => 0;
const NOON = Date.UTC(2026, 10, 20, 12);

describe('timeTicks', () => {
  test('returns round times', () => {
    const { ticks, step } = timeTicks(NOON + 3000, NOON + 3000 + MINUTE, 7, utc);
    expect(step).toBe(10_000);
    expect(ticks.map((time) => (time - NOON) / 1000)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(timeTicks(NOON, NOON + 15 * MINUTE, 6, utc).step).toBe(3 * MINUTE);
    expect(timeTicks(NOON, NOON + 1000, 5, utc).step).toBe(200);
  });

  test('follows local midnight, also with a fractional hour offset', () => {
    const kathmandu = (): number => 5.75 * HOUR;
    const { ticks } = timeTicks(NOON, NOON + DAY, 8, kathmandu);
    expect(ticks.every((time) => (time + 5.75 * HOUR) % (3 * HOUR) === 0)).toBe(true);
  });

  test('follows a daylight saving change', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const berlin = (time: number): number => (time < change ? HOUR : 2 * HOUR);
    const { ticks, step } = timeTicks(change - 12 * HOUR, change + 24 * HOUR, 8, berlin);
    expect(step).toBe(6 * HOUR);
    expect(ticks.every((time) => (time + berlin(time)) % step === 0)).toBe(true);
    expect(ticks.length).toBeGreaterThanOrEqual(5);
  });

  test('returns ascending ticks within the limits, and never too many', () => {
    const length = fc.integer({ min: 1000, max: 400 * DAY });
    const offset = fc.integer({ min: -48, max: 56 }).map((quarters) => () => quarters * 15 * MINUTE);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * NOON }),
        length,
        fc.integer({ min: 1, max: 20 }),
        offset,
        (from, ms, count, zone) => {
          const { ticks } = timeTicks(from, from + ms, count, zone);
          expect(ticks.length).toBeLessThanOrEqual(count + 1);
          expect(ticks.every((time) => time >= from && time <= from + ms)).toBe(true);
          expect(ticks).toEqual([...new Set(ticks)].toSorted((a, b) => a - b));
        },
      ),
    );
  });
});

describe('timeLabel', () => {
  const at = new Date(2026, 10, 20, 14, 5, 9, 250).getTime();

  test('is as long as necessary', () => {
    expect(timeLabel(at, 200)).toBe('14:05:09.2');
    expect(timeLabel(at, 1000)).toBe('14:05:09');
    expect(timeLabel(at, MINUTE)).toBe('14:05');
    expect(timeLabel(at, DAY, 'en-GB')).toBe('20 Nov');
  });

  test('shows the date at midnight', () => {
    const midnight = new Date(2026, 10, 20).getTime();
    expect(timeLabel(midnight, 3 * HOUR, 'en-GB')).toBe('20 Nov');
    expect(timeLabel(midnight, 1000)).toBe('00:00:00');
  });

  test('writes fractions of a second with the locale’s decimal sign', () => {
    expect(timeLabel(at, 200, 'de')).toBe('14:05:09,2');
    expect(cursorLabel(at, 90, 'de')).toBe('14:05:09,250');
    expect(rangeLabel(at, at + 1000, at, 'de')).toBe('14:05:09,250 to 14:05:10,250');
  });

  test('writes the cursor’s time as exactly as a pixel', () => {
    expect(cursorLabel(at, 90)).toBe('14:05:09.250');
    expect(cursorLabel(at, 1300)).toBe('14:05:09');
  });
});

describe('times since a start', () => {
  test.each([
    ['seconds, also before it', -30 * SECOND, 90 * SECOND, 4, [-30, 0, 30, 60, 90].map((count) => count * SECOND)],
    ['whole days', 0, 366 * DAY, 8, [0, 50, 100, 150, 200, 250, 300, 350].map((count) => count * DAY)],
  ])('%s', (_, from, to, count, expected) => {
    expect(elapsedTicks(from, to, count)).toEqual(expected);
  });
});
