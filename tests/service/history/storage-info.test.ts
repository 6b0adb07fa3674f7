import { describe, expect, test } from 'vitest';
import { CommitRate } from '../../../service/history/recorder/recorder.ts';
import { INITIAL_STATUS, toStorageInfo } from '../../../service/history/storage-info.ts';
import type { StoreStatus } from '../../../service/history/types.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const FIGURES = { state: 'recording', stored: 5, pending: 4, discarded: 3, lagMs: 251.26, perSecond: 10 } as const;

const RETENTION = { rawDays: 90, minuteDays: 730, maxBytes: 1_000_000_000 };

/** Ten readings a second for a day (864,000) at 4 bytes each; sums of the same day, 86,400 bytes. */
const A_DAY: StoreStatus = {
  bytes: 4_000_000,
  freeBytes: 7,
  channels: 10,
  oldest: { raw: NOW - DAY, minute: NOW - DAY, hour: NOW - DAY },
  rawReadings: 864_000,
  rawBytes: 3_456_000,
  sumBytes: 86_400,
  heldExcess: 0,
};

describe('how far the history reaches', () => {
  test('after a day of steady measuring', () => {
    // Raw: 864,000 a day x 4 bytes = 3,456,000 a day. Sums: 86,400 a day. Together 3,542,400 a day.
    expect(toStorageInfo(A_DAY, FIGURES, RETENTION, NOW)).toEqual({
      state: 'recording',
      bytes: 4_000_000,
      limit_bytes: 1_000_000_000,
      free_bytes: 7,
      channels: 10,
      oldest_reading: '2026-11-19T12:00:00.000Z',
      oldest_minute: '2026-11-19T12:00:00.000Z',
      oldest_hour: '2026-11-19T12:00:00.000Z',
      stored_total: 5,
      pending: 4,
      dropped_total: 3,
      lag_ms: 251.3,
      // 4 bytes, and 86,400 bytes of sums for 864,000 readings.
      bytes_per_reading: expect.closeTo(4.1, 9) as number,
      readings_per_second: 10,
      // 90 x 3,456,000 + 730 x 86,400
      expected_bytes: 374_112_000,
      // 10^9 / 3,542,400
      reaches_days: expect.closeTo(282.294, 3) as number,
    });
  });

  test('by the present rate, whatever the former was: twice as fast is twice as much', () => {
    const facts = toStorageInfo(A_DAY, { ...FIGURES, perSecond: 20 }, RETENTION, NOW);
    expect(facts).toMatchObject({ bytes_per_reading: expect.closeTo(4.1, 9), expected_bytes: 2 * 374_112_000 });
    expect(facts.reaches_days).toBeCloseTo(141.147, 3);
  });

  test('where readings are dropped long before their sums', () => {
    // Sums of 100 days, readings of the last one alone: still 86,400 bytes of sums a day.
    const old = { ...A_DAY, sumBytes: 8_640_000, oldest: { ...A_DAY.oldest, minute: NOW - 100 * DAY } };
    expect(toStorageInfo(old, FIGURES, RETENTION, NOW)).toMatchObject({
      bytes_per_reading: expect.closeTo(4.1, 9) as number,
      expected_bytes: 374_112_000,
    });
  });

  test('is not known before there is something', () => {
    expect(toStorageInfo(INITIAL_STATUS, FIGURES, RETENTION, NOW)).toMatchObject({
      bytes_per_reading: null,
      expected_bytes: null,
      reaches_days: null,
      oldest_reading: null,
    });
  });

  test('is without end where nothing is measured', () => {
    expect(toStorageInfo(A_DAY, { ...FIGURES, perSecond: 0 }, RETENTION, NOW)).toMatchObject({
      bytes_per_reading: expect.closeTo(4.1, 9) as number,
      expected_bytes: 0,
      reaches_days: null,
    });
  });

  test('does not take the first seconds for a rate', () => {
    // 10 readings a second for 6 s: 60 readings, 240 bytes; one sum of 60 bytes, as a minute will have.
    const early = { ...A_DAY, rawReadings: 60, rawBytes: 240, sumBytes: 60 };
    const begun = { ...early, oldest: { raw: NOW - 6000, minute: NOW - 12_000, hour: NOW - HOUR } };
    // Both are counted for a minute at least: 1 byte of sums for each reading.
    expect(toStorageInfo(begun, FIGURES, RETENTION, NOW).bytes_per_reading).toBeCloseTo(5, 9);
  });
});

describe('the rate of commits', () => {
  test('is of the last minute, and of less where it began less long ago', () => {
    const rate = new CommitRate();
    expect(rate.perSecond(0)).toBe(0);
    rate.add(500, 1_000_000);
    expect(rate.perSecond(1_000_100)).toBe(500);
    for (let ms = 250; ms < 10_000; ms += 250) rate.add(25, 1_000_000 + ms);
    // 500 + 39 x 25 in ten seconds.
    expect(rate.perSecond(1_010_000)).toBe(147.5);
    for (let second = 10; second < 300; second += 1) rate.add(100, 1_000_000 + second * 1000);
    expect(rate.perSecond(1_299_999)).toBe(100);
    expect(rate.perSecond(1_329_999)).toBe(50);
    expect(rate.perSecond(1_400_000)).toBe(0);
  });
});
