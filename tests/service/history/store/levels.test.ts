import { expect, test } from 'vitest';
import { GAP } from '../../../../service/history/types.ts';
import { TestArchive } from './support/archives.ts';
import { series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Neither a whole hour nor a whole minute. */
const T0 = Date.UTC(2026, 1, 3, 22, 17, 5);

/** Plain sums of what was written, by a way of their own. */
function sums(rows: readonly { at: number; value: number }[], width: number) {
  const buckets = new Map<number, number[]>();
  for (const { at, value } of rows) {
    const start = at - (at % width);
    const bucket = buckets.get(start);
    if (bucket) bucket.push(value);
    else buckets.set(start, [value]);
  }
  return [...buckets].map(([at, values]) => {
    const valid = values.filter((value) => !Number.isNaN(value));
    const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length;
    return {
      at,
      count: valid.length,
      failed: values.length - valid.length,
      min: valid.length > 0 ? Math.min(...valid) : Number.NaN,
      max: valid.length > 0 ? Math.max(...valid) : Number.NaN,
      mean,
      m2: valid.reduce((sum, value) => sum + (value - mean) ** 2, 0),
    };
  });
}

/** Three hours at 1 Hz over midnight, with readings that failed, a silence, and a minute without a valid one. */
const rows = series(0, T0, 3 * 3600, 1000, (index) => {
  const second = T0 / 1000 + index;
  const isBadMinute = Math.floor(second / 60) % 97 === 3;
  return index % 50 === 7 || isBadMinute ? Number.NaN : Math.round(2000 * Math.sin(index / 700)) / 100 + (index % 3);
}).filter((_, index) => index < 4000 || index >= 4300);

function check(file: TestArchive): void {
  const read = file.points(0).filter(({ value }) => value !== GAP);
  expect(read).toEqual(rows.map(({ at, value }) => ({ at, value })));
  for (const [level, width] of [
    ['minute', MINUTE],
    ['hour', HOUR],
  ] as const) {
    const buckets = file.reader(0).buckets(level, T0 - HOUR, T0 + 4 * HOUR);
    const expected = sums(rows, width);
    expect([...buckets.at], level).toEqual(expected.map(({ at }) => at));
    expected.forEach((bucket, index) => {
      expect(buckets.count[index]).toBe(bucket.count);
      expect(buckets.failed[index]).toBe(bucket.failed);
      expect(buckets.min[index]).toBe(bucket.min);
      expect(buckets.max[index]).toBe(bucket.max);
      if (bucket.count === 0) return;
      expect(buckets.mean[index]).toBeCloseTo(bucket.mean, 10);
      expect(buckets.m2[index]).toBeCloseTo(bucket.m2, 6);
    });
  }
}

test('every level is what was written: from the journal, from blocks, from both, and after a restart', async () => {
  const file = new TestArchive(await temporaryFolder());
  for (let start = 0; start < rows.length; start += 900) {
    file.commit(rows.slice(start, start + 900));
    if (start === 2700) file.writeBlocks();
    if (start === 5400) file.reopen();
  }
  check(file);
  file.writeBlocks();
  check(file);
  file.reopen();
  check(file);
  expect(file.archive.hasJournal).toBe(false);
});

test('a silence is one mark, and one gap of its minute and hour', async () => {
  const file = new TestArchive(await temporaryFolder());
  file.commit(rows);
  const last = rows[3999]?.at ?? 0;
  const marks = file.points(0).filter(({ value }) => value === GAP);
  expect(marks).toEqual([{ at: last, value: GAP }]);
  file.writeBlocks();
  const { broken } = file.reader(0).buckets('minute', last - (last % MINUTE), last + 1);
  expect((broken[0] ?? 0) & 2).toBe(2);
});

test('the lines are interrupted where the service was not running', async () => {
  const file = new TestArchive(await temporaryFolder());
  file.commit(series(0, T0, 3, 100, () => 1));
  file.reopen();
  file.commit(series(0, T0 + 300, 3, 100, () => 2));
  // A second restart finds both in the journal.
  file.reopen();
  const values = file.points(0).map(({ value }) => value);
  expect(values).toEqual([1, 1, 1, GAP, 2, 2, 2, GAP]);
});

test('blocks hold what fits: 1024 points, and an hour', async () => {
  const file = new TestArchive(await temporaryFolder());
  for (let part = 0; part < 5; part += 1) {
    file.commit(series(0, T0 + part * 700_000, 700, 1000, (index) => index));
    file.writeBlocks();
  }
  for (let part = 0; part < 100; part += 1) {
    file.commit([{ slot: 1, at: T0 + part * 10 * MINUTE, value: part }]);
    file.writeBlocks();
  }
  const lengths = [...file.reader(0).blocks(0, Number.POSITIVE_INFINITY)].map(({ length }) => length);
  expect(lengths).toEqual([1024, 1024, 1024, 428]);
  const slow = [...file.reader(1).blocks(0, Number.POSITIVE_INFINITY)];
  for (const { first, last } of slow) expect(last - first).toBeLessThanOrEqual(HOUR);
  expect(slow.length).toBeLessThan(20);
});

test('a question reads the blocks with a point in its stretch, and no others', async () => {
  const file = new TestArchive(await temporaryFolder());
  file.commit(series(0, T0, 5000, 1000, (index) => index));
  file.writeBlocks();
  file.commit(series(0, T0 + 5_000_000, 10, 1000, (index) => index));
  const at = (from: number, to: number) =>
    [...file.reader(0).blocks(T0 + from * 1000, T0 + to * 1000)].map(({ first }) => (first - T0) / 1000);
  expect(at(0, 1)).toEqual([0]);
  expect(at(1023, 1024)).toEqual([0]);
  expect(at(1023, 1025)).toEqual([0, 1024]);
  expect(at(4999, 5001)).toEqual([4096, 5000]);
  expect(at(5010, 6000)).toEqual([]);
});

test('blocks of sums that are past are joined; what comes late goes into the joined ones', async () => {
  const file = new TestArchive(await temporaryFolder());
  // A whole multiple of 8 days.
  const begin = Date.UTC(2026, 0, 3);
  const tenDays = series(0, begin, 10 * 144, 10 * MINUTE, (index) => index % 13);
  for (let start = 0; start < tenDays.length; start += 5) {
    file.commit(tenDays.slice(start, start + 5));
    file.writeBlocks();
  }
  const count = (level: number): unknown =>
    file.archive.database.prepare('SELECT count(*) AS blocks FROM block WHERE level = ?').get(level)?.['blocks'];
  // By the minute: 39 of six hours, and the last six. By the hour: eight days, and the last two.
  expect([count(1), count(2)]).toEqual([39 + 6, 1 + 2]);
  const late = series(0, begin + 3 * 24 * HOUR + 5000, 3, HOUR, () => 50);
  file.commit(late);
  file.writeBlocks();
  expect([count(1), count(2)]).toEqual([39 + 6, 1 + 2]);
  file.reopen();
  const all = [...tenDays, ...late];
  for (const [level, width] of [
    ['minute', MINUTE],
    ['hour', HOUR],
  ] as const) {
    const expected = sums(all, width).toSorted((a, b) => a.at - b.at);
    const from = begin + 5 * HOUR;
    for (const range of [expected, expected.filter(({ at }) => at >= from)]) {
      const buckets = file.reader(0).buckets(level, range[0]?.at ?? 0, begin + 11 * 24 * HOUR);
      expect([...buckets.at]).toEqual(range.map(({ at }) => at));
      expect([...buckets.count]).toEqual(range.map((bucket) => bucket.count));
      expect([...buckets.max]).toEqual(range.map(({ max }) => max));
    }
  }
  const [row] = file.archive.database.prepare('SELECT sum(length(data)) AS bytes FROM block WHERE level > 0').all();
  expect(file.archive.totals.amounts.sumBytes).toBe(row?.['bytes']);
});

test('a channel of which very much came is written by itself; what the journal has of it counts once', async () => {
  const file = new TestArchive(await temporaryFolder(), { longPoints: 1000 });
  const few = series(2, T0, 999, 1000, Number);
  file.commit([...rows, ...few]);
  file.archive.writeLong(1000);
  expect(file.archive.totals.amounts.rawReadings).toBe(rows.length);
  expect(file.archive.hasJournal).toBe(true);
  check(file);
  file.reopen();
  check(file);
  file.commit(series(2, T0 + 999_000, 1, 1000, () => 999));
  file.archive.writeBlocks(0);
  file.archive.writeLong(1000);
  file.writeBlocks();
  expect(file.archive.totals.amounts.rawReadings).toBe(rows.length + 1000);
  check(file);
  file.reopen();
  expect(
    file
      .points(2)
      .filter(({ value }) => value !== GAP)
      .map(({ value }) => value),
  ).toEqual(Array.from({ length: 1000 }, (_, index) => index));
});
