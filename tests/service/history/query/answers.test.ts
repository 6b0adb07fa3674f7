/** Answers by hand: one small past at every level, each number worked out beside it. */
import { describe, expect, test } from 'vitest';
import { runQuery } from '../../../../service/history/query/run-query.ts';
import { readSlice } from '../../../../service/history/query/slice.ts';
import { countOf, statisticsOf } from '../../../../service/history/query/statistics.ts';
import { GAP } from '../../../../service/history/types.ts';
import type { Point } from './support/by-definition.ts';
import { FakeReader } from './support/fake-reader.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A whole hour, and a whole multiple of 12 hours. */
const NOON = Date.UTC(2026, 5, 1, 12);

const reading = (seconds: number, value: number): Point => ({ at: NOON + seconds * SECOND, value });
const failed = (seconds: number): Point => reading(seconds, Number.NaN);
const many = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));
const mark = (seconds: number): Point => reading(seconds, GAP);

/**
 * 12:00:00 1, :01 2, :02 failed, :03 4 | 12:00:59 5, then silence | 12:02:30 7 | 13:30:00 9, 13:30:01 failed.
 * The bars are the borders of blocks.
 */
const SMALL = [
  [reading(0, 1), reading(1, 2), failed(2), reading(3, 4)],
  [reading(59, 5), mark(59)],
  [reading(150, 7)],
  [reading(5400, 9), failed(5401)],
];

describe('few readings', () => {
  test('come as they were measured, with the places where the line breaks', () => {
    const reader = new FakeReader(SMALL);
    expect(runQuery(reader, { from: NOON, to: NOON + 2 * HOUR, points: 8 })).toEqual([
      {
        kind: 'readings',
        at: [0, 1, 2, 3, 59, 150, 5400, 5401].map((seconds) => NOON + seconds * SECOND),
        magnitude: [1, 2, null, 4, 5, 7, 9, null],
        // The failed third and eighth break the line themselves; the mark stands before the sixth.
        broken: [5],
      },
    ]);
  });
});

describe('many readings', () => {
  test('come in buckets below a minute, made of the readings', () => {
    // A minute in 4 points: 15 s. Its 5 readings are one too many.
    expect(runQuery(new FakeReader(SMALL), { from: NOON, to: NOON + MINUTE, points: 4 })).toEqual([
      {
        kind: 'buckets',
        width_ms: 15 * SECOND,
        // 1, 2, failed, 4: broken between; then 5 and a mark: broken after the last.
        at: [NOON, NOON + 45 * SECOND],
        count: [3, 1],
        min: [1, 5],
        max: [4, 5],
        mean: [expect.closeTo(7 / 3, 12), 5],
        broken: [2, 4],
      },
    ]);
  });

  test('only count where they lie within the stretch, in the first and the last bucket, too', () => {
    // 58 s in 2 points: 30 s. From 12:00:01 to before 12:00:59: 2, failed, 4.
    const question = { from: NOON + SECOND, to: NOON + 59 * SECOND, points: 2 };
    expect(runQuery(new FakeReader(SMALL), question)).toEqual([
      { kind: 'buckets', width_ms: 30 * SECOND, at: [NOON], count: [2], min: [2], max: [4], mean: [3], broken: [2] },
    ]);
    // 90 minutes in 3 points: 30 minutes. From 12:00:02 to before 13:30: failed, 4, 5, mark, 7.
    const minutes = { from: NOON + 2 * SECOND, to: NOON + 90 * MINUTE, points: 3 };
    expect(runQuery(new FakeReader(SMALL), minutes)).toEqual([
      {
        kind: 'buckets',
        width_ms: 30 * MINUTE,
        at: [NOON],
        count: [3],
        min: [4],
        max: [7],
        mean: [16 / 3],
        broken: [3],
      },
    ]);
  });

  test('come in buckets from a minute on, made of the sums by the minute', () => {
    const reader = new FakeReader(SMALL);
    // Two hours in 5 points: 30 minutes. 1, 2, 4, 5 and 7 make 19; 9 stands alone, the failed one after it.
    expect(runQuery(reader, { from: NOON, to: NOON + 2 * HOUR, points: 5 })).toEqual([
      {
        kind: 'buckets',
        width_ms: 30 * MINUTE,
        at: [NOON, NOON + 90 * MINUTE],
        count: [5, 1],
        min: [1, 9],
        max: [7, 9],
        mean: [19 / 5, 9],
        broken: [2, 4],
      },
    ]);
    expect(reader).toMatchObject({ unpacked: 0, taken: 3 });
  });

  test('come in buckets from an hour on, made of the sums by the hour', () => {
    const reader = new FakeReader(SMALL);
    // Two days in 5 points: 12 hours. All six make 28.
    const [part, ...others] = runQuery(reader, { from: NOON - 24 * HOUR, to: NOON + 24 * HOUR, points: 5 });
    expect(others).toEqual([]);
    expect(part).toMatchObject({ kind: 'buckets', width_ms: 12 * HOUR, at: [NOON], count: [6], min: [1], max: [9] });
    expect(part).toMatchObject({ broken: [6], mean: [expect.closeTo(28 / 6, 12)] });
    expect(reader).toMatchObject({ unpacked: 0, taken: 2 });
  });

  test('that all failed make a bucket without values', () => {
    const reader = new FakeReader([[failed(1), failed(2), failed(3)]]);
    expect(runQuery(reader, { from: NOON, to: NOON + MINUTE, points: 2 })).toEqual([
      {
        kind: 'buckets',
        width_ms: 30 * SECOND,
        at: [NOON],
        count: [0],
        min: [null],
        max: [null],
        mean: [null],
        broken: [5],
      },
    ]);
  });
});

describe('where readings are gone', () => {
  test('the sums by the minute take their place, and the readings follow', () => {
    const reader = new FakeReader(SMALL, { raw: NOON + HOUR });
    expect(runQuery(reader, { from: NOON, to: NOON + 2 * HOUR, points: 8 })).toEqual([
      {
        kind: 'buckets',
        width_ms: MINUTE,
        // 1, 2, failed, 4, 5 and the mark; then 7.
        at: [NOON, NOON + 2 * MINUTE],
        count: [4, 1],
        min: [1, 7],
        max: [5, 7],
        mean: [3, 7],
        broken: [6, 0],
      },
      { kind: 'readings', at: [NOON + 5400 * SECOND, NOON + 5401 * SECOND], magnitude: [9, null], broken: [] },
    ]);
  });

  test('buckets are as wide as the sums that are left, and as asked for after that', () => {
    const readings = [reading(3550, 1), reading(3590, 2), reading(3605, 3), reading(3610, 5), reading(3640, 6)];
    const reader = new FakeReader([readings], { raw: NOON + HOUR });
    // 12:59 to 13:01 in 4 points: 30 s; before 13:00 there are minutes.
    expect(runQuery(reader, { from: NOON + 59 * MINUTE, to: NOON + 61 * MINUTE, points: 4 })).toMatchObject([
      { width_ms: MINUTE, at: [NOON + 59 * MINUTE], count: [2], mean: [1.5] },
      { width_ms: 30 * SECOND, at: [NOON + HOUR, NOON + HOUR + 30 * SECOND], count: [2, 1], mean: [4, 6] },
    ]);
  });

  test('and the minutes, too, an hour is answered as a whole', () => {
    const reader = new FakeReader(SMALL, { raw: NOON + HOUR, minute: NOON + HOUR });
    const range = [NOON + 10 * MINUTE, NOON + 20 * MINUTE] as const;
    expect(runQuery(reader, { from: range[0], to: range[1], points: 100 })).toEqual([
      { kind: 'buckets', width_ms: HOUR, at: [NOON], count: [5], min: [1], max: [7], mean: [3.8], broken: [2] },
    ]);
    expect(statisticsOf(reader, ...range)).toMatchObject({ count: 5, failed: 1, gaps: 2, resolution_ms: HOUR });
    expect(countOf(reader, ...range)).toBe(6);
    expect(readSlice(reader, ...range, 10)).toMatchObject({ at: new Float64Array(0), next: null });
  });
});

describe('the area', () => {
  test('is null if readings of the range were deleted, and exact if only others were', () => {
    const reader = new FakeReader(SMALL, { raw: NOON + HOUR });
    const missing = { area: null, covered_ms: 0, area_missing: 'deleted', first: null };
    const last = { at: NOON + 5400 * SECOND, magnitude: 9 };
    expect(statisticsOf(reader, NOON, NOON + 2 * HOUR)).toMatchObject({ ...missing, last });
    // Nothing of this channel was deleted, although the range begins before raw readings are complete.
    const later = new FakeReader([[reading(4000, 1), reading(4002, 3)]], { raw: NOON + HOUR });
    const [first, second] = [
      { at: NOON + 4000 * SECOND, magnitude: 1 },
      { at: NOON + 4002 * SECOND, magnitude: 3 },
    ];
    const whole = { area: 4, covered_ms: 2 * SECOND, area_missing: null, first, last: second };
    expect(statisticsOf(later, NOON, NOON + 2 * HOUR)).toMatchObject(whole);
  });

  test('is null for too many readings', () => {
    const range = [NOON, NOON + 4 * SECOND] as const;
    // 1.5 for 1 s; nothing across the sensor error.
    expect(statisticsOf(new FakeReader(SMALL), ...range, 4)).toMatchObject({ area: 1.5, area_missing: null });
    const missing = { area: null, covered_ms: 0, area_missing: 'too-many' };
    expect(statisticsOf(new FakeReader(SMALL), ...range, 3)).toMatchObject(missing);
  });

  test('and the end readings unpack no block without a valid reading', () => {
    const blocks = many(50, (hour) => [failed(hour * 3600), failed(hour * 3600 + 1)]);
    const none = new FakeReader(blocks);
    expect(statisticsOf(none, NOON, NOON + 60 * HOUR, 0)).toMatchObject({ count: 0, first: null, last: null });
    expect(none.unpacked).toBe(0);
    const one = new FakeReader([...blocks.slice(0, 25), [reading(25 * 3600 - 1, 5)], ...blocks.slice(25)]);
    const only = { at: NOON + (25 * 3600 - 1) * SECOND, magnitude: 5 };
    expect(statisticsOf(one, NOON, NOON + 60 * HOUR, 0)).toMatchObject({ first: only, last: only });
    expect(one.unpacked).toBe(2);
  });
});

describe('statistics', () => {
  test('of the whole past', () => {
    // 28 / 6; the squares are 1 + 4 + 16 + 25 + 49 + 81 = 176, less 28 * 28 / 6, by 5: 9.0666...
    expect(statisticsOf(new FakeReader(SMALL), NOON - HOUR, NOON + 3 * HOUR)).toEqual({
      count: 6,
      failed: 2,
      gaps: 2,
      min: 1,
      max: 9,
      mean: expect.closeTo(28 / 6, 12),
      standard_deviation: expect.closeTo(Math.sqrt(136 / 15), 12),
      resolution_ms: 0,
      first: { at: NOON, magnitude: 1 },
      last: { at: NOON + 5400 * SECOND, magnitude: 9 },
      // 1.5 for 1 s, 4.5 for 56 s, 8 for 5250 s; nothing across the failed reading and the mark.
      area: 1.5 + 252 + 42_000,
      covered_ms: 5_307_000,
      area_missing: null,
    });
  });

  test('are from readings alone where nothing was before them', () => {
    const reader = new FakeReader([[reading(4000, 1), reading(4001, 2)]], { raw: NOON + HOUR, minute: NOON + HOUR });
    expect(statisticsOf(reader, NOON, NOON + 2 * HOUR)).toMatchObject({ count: 2, resolution_ms: 0 });
  });

  test('of one reading have no deviation, and of none nothing', () => {
    const reader = new FakeReader(SMALL);
    const one = statisticsOf(reader, NOON + 2 * MINUTE, NOON + 3 * MINUTE);
    expect(one).toMatchObject({ count: 1, mean: 7, standard_deviation: null });
    const none = { count: 0, failed: 0, gaps: 0, min: null, max: null, mean: null, standard_deviation: null };
    expect(one).toMatchObject({ area: null, covered_ms: 0, first: { magnitude: 7 }, last: { magnitude: 7 } });
    expect(statisticsOf(reader, NOON + HOUR, NOON + HOUR + MINUTE)).toEqual({
      ...none,
      resolution_ms: 0,
      first: null,
      last: null,
      area: null,
      covered_ms: 0,
      area_missing: null,
    });
    expect(runQuery(reader, { from: NOON + HOUR, to: NOON + HOUR + MINUTE, points: 10 })).toEqual([]);
  });
});

describe('readings that came late', () => {
  /** The clock was set back by 3 s after 12:00:03; what came then lies between what was there. */
  const LATE = [
    [reading(0, 1), reading(1, 2), reading(2, 3), reading(3, 4), mark(3)],
    [reading(0.5, 10), reading(1, 20), reading(2.5, 30)],
    [reading(4, 5)],
  ];

  test('stand in order of time; of one moment, those of the earlier block come first', () => {
    expect(runQuery(new FakeReader(LATE), { from: NOON, to: NOON + MINUTE, points: 10 })).toMatchObject([
      { magnitude: [1, 10, 2, 20, 3, 30, 4, 5], broken: [7] },
    ]);
    const slice = readSlice(new FakeReader(LATE), NOON, NOON + MINUTE, 3);
    // The fourth has the third's moment.
    expect(slice).toMatchObject({ value: Float64Array.of(1, 10, 2, 20), next: NOON + 2 * SECOND });
  });

  test('do not keep blocks that lie apart from being summed up without unpacking', () => {
    // One block reaches around 50 others, but lies between none of their readings.
    const around = [reading(0, 0), reading(1000, 0)];
    const between = many(50, (index) => [reading(100 + index, 1), reading(100.5 + index, 3)]);
    const reader = new FakeReader([around, ...between]);
    const [part] = runQuery(reader, { from: NOON, to: NOON + 1001 * SECOND, points: 20 });
    // 1001 s in 20 points: a minute, from sums; in 40: 30 s, from 34 blocks.
    expect(part).toMatchObject({ width_ms: MINUTE });
    reader.unpacked = 0;
    const [fine] = runQuery(reader, { from: NOON, to: NOON + 1001 * SECOND, points: 40 });
    expect(fine).toMatchObject({
      width_ms: 30 * SECOND,
      // 12:00:00 the first; 12:01:30 20 blocks, 12:02:00 30 of them; 12:16:30 the last.
      at: [0, 90, 120, 990].map((seconds) => NOON + seconds * SECOND),
      count: [1, 40, 60, 1],
      mean: [0, 2, 2, 0],
    });
    expect(reader.unpacked).toBe(1);
  });
});

describe('a mark whose reading is gone', () => {
  test('breaks the line in the bucket that follows, or after the last', () => {
    const reader = new FakeReader([[mark(0), ...[40, 41, 42, 43].map((seconds) => reading(seconds, 1)), mark(80)]]);
    // 90 s in 3 points: 30 s. The first holds a mark alone, and so does the third.
    expect(runQuery(reader, { from: NOON, to: NOON + 90 * SECOND, points: 3 })).toMatchObject([
      { width_ms: 30 * SECOND, at: [NOON + 30 * SECOND], count: [4], broken: [5] },
    ]);
    const fine = runQuery(reader, { from: NOON, to: NOON + 90 * SECOND, points: 4 });
    expect(fine).toMatchObject([{ kind: 'readings', broken: [0, 4] }]);
  });

  test('stands alone where nothing else is in the stretch', () => {
    const reader = new FakeReader([[reading(0, 1), mark(40), reading(80, 1)]]);
    const alone = { kind: 'readings', at: [], magnitude: [], broken: [0] };
    expect(runQuery(reader, { from: NOON + 10_000, to: NOON + 70_000, points: 3 })).toEqual([alone]);
    expect(runQuery(reader, { from: NOON + 41_000, to: NOON + 70_000, points: 3 })).toEqual([]);
  });
});

describe('what is read of the store', () => {
  test('a block that lies wholly in one bucket is not unpacked; one at a border is', () => {
    // 60 blocks of 10 readings, 1 s each; 10 minutes in 25 points: 30 s, and blocks of 10 s never lie across.
    const blocks = many(60, (block) => many(10, (index) => reading(block * 10 + index, block)));
    const reader = new FakeReader(blocks);
    const answer = runQuery(reader, { from: NOON, to: NOON + 10 * MINUTE, points: 25 });
    expect(answer).toMatchObject([{ width_ms: 30 * SECOND, count: many(20, () => 30) }]);
    expect(reader.unpacked).toBe(0);
    runQuery(reader, { from: NOON + 5 * SECOND, to: NOON + 595 * SECOND, points: 25 });
    expect(reader.unpacked).toBe(2);
  });

  test('counts and figures take hours in the middle, minutes beside them, and readings at the ends alone', () => {
    // A reading each 10 s for 5 hours, in blocks of a minute.
    const blocks = many(300, (minute) => many(6, (index) => reading(minute * 60 + index * 10, minute)));
    const reader = new FakeReader(blocks);
    // From 12:57:05 to 16:02:35.
    const range = [NOON + 57 * MINUTE + 5 * SECOND, NOON + 242 * MINUTE + 35 * SECOND] as const;
    // 5 readings, 2 minutes, 3 hours, 2 minutes, 4 readings.
    const count = 5 + 12 + 3 * 360 + 12 + 4;
    expect(countOf(reader, ...range)).toBe(count);
    expect(reader).toMatchObject({ unpacked: 2, taken: 2 + 3 + 2 });
    // The area takes each reading.
    expect(statisticsOf(reader, ...range)).toMatchObject({ count, min: 57, max: 242, resolution_ms: 0 });
  });
});
