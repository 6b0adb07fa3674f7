import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../../../../service/drivers/gateway/sensgate/options.ts';
import {
  nextPollTime,
  responseTimeout,
  retryDelay,
  silenceLimit,
} from '../../../../../service/drivers/gateway/sensgate/polling-schedule.ts';

describe('times', () => {
  test.each([
    [100, 5000],
    [1000, 5000],
    [2500, 5000],
    [4000, 8000],
    [60_000, 10_000],
  ])('asked every %i ms, an answer may take %i ms', (period, limit) => {
    expect(responseTimeout(period, DEFAULT_TIMING)).toBe(limit);
  });

  test.each([
    [100, 10_000],
    [3333, 10_000],
    [5000, 15_000],
    [60_000, 180_000],
  ])('asked every %i ms, instruments stay for %i ms', (period, limit) => {
    expect(silenceLimit(period, DEFAULT_TIMING)).toBe(limit);
  });

  test.each([
    [1000, 1000, 2000],
    [1000, 1400, 2000],
    [1000, 1999, 2000],
    [1000, 2000, 3000],
    [1000, 5300, 6000],
    [1000, 990, 2000],
  ])('due at %i and over at %i, it is due again at %i', (due, now, next) => {
    expect(nextPollTime(due, now, 1000)).toBe(next);
  });

  test('the next moment is on the grid, in the future, and at most a period away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 60_000 }), fc.nat(10_000_000), (period, late) => {
        const next = nextPollTime(0, late, period);
        expect(next % period).toBe(0);
        expect(next - late).toBeGreaterThan(0);
        expect(next - late).toBeLessThanOrEqual(period);
      }),
    );
  });

  test('the pause after failures doubles from the period up to 30 s', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 1e6].map((failures) => retryDelay(1000, failures, 1, DEFAULT_TIMING));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(retryDelay(1000, 3, 0, DEFAULT_TIMING)).toBe(2000);
    expect(retryDelay(60_000, 9, 1, DEFAULT_TIMING)).toBe(60_000);
  });
});
