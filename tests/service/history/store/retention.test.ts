import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AGGREGATE_BLOCK_MS } from '../../../../service/history/store/blocks.ts';
import { oldestTimestamp } from '../../../../service/history/store/extent.ts';
import { createHistoryStore } from '../../../../service/history/store/history-store.ts';
import { countPages } from '../../../../service/history/store/storage-totals.ts';
import { GAP, type Loss, type Retention } from '../../../../service/history/types.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { TestArchive } from './support/archives.ts';
import { batchOf, declaredChannel, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { expectExactly } from './support/model.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Math.floor(Date.now() / HOUR) * HOUR;
const UNBOUNDED: Retention = { rawDays: 10_000, minuteDays: 10_000, maxBytes: 1e12 };

const noise = (index: number): number => Math.sin(index * 12.9898) * 43_758.5453;

/** Ten days of a reading each ten seconds, up to now. */
function tenDays(slot: number) {
  return series(slot, NOW - 10 * DAY, 10 * 8640, 10_000, noise);
}

function tidyUp(file: TestArchive, retention: Retention): void {
  for (let steps = 0; file.archive.tidy(retention); steps += 1) expect(steps).toBeLessThan(10_000);
}

/** Many readings, without a journal of many behind them: room for the next is not given back. */
function fill(file: TestArchive, ...slots: number[]): void {
  for (const slot of slots) file.commit(tenDays(slot));
  file.writeBlocks();
  file.commit([{ slot: 7, at: NOW, value: 1 }]);
  file.writeBlocks();
  tidyUp(file, UNBOUNDED);
}

/** Measured to the end, with a pause after each block. */
function lossesOf(file: TestArchive, retention: Retention): Loss[] {
  const measurement = file.archive.losses(retention, 0);
  for (;;) {
    const { done, value } = measurement.next();
    if (done) return value;
  }
}

function bytesOf(file: TestArchive): number {
  const { used, free, size } = countPages(file.archive.database);
  return (used + free) * size;
}

function bucketStarts(file: TestArchive, level: 'minute' | 'hour'): Float64Array {
  return file.reader(0).buckets(level, 0, 1e14).at;
}

test('readings and minutes go by their age, hours stay, and the file becomes smaller', async () => {
  const file = new TestArchive(await temporaryFolder());
  fill(file, 0);
  const before = bytesOf(file);
  const hours = bucketStarts(file, 'hour').length;
  const { rawReadings, rawBytes, sumBytes } = file.archive.totals.amounts;
  expect(file.reader(0).completeFrom('raw')).toBe(Number.NEGATIVE_INFINITY);

  tidyUp(file, { ...UNBOUNDED, rawDays: 2, minuteDays: 5 });
  const reader = file.reader(0);
  const rawFrom = reader.completeFrom('raw');
  expect(rawFrom % HOUR).toBe(0);
  expect(Math.abs(rawFrom - (NOW - 2 * DAY))).toBeLessThanOrEqual(HOUR);
  expect(Math.abs(reader.completeFrom('minute') - (NOW - 5 * DAY))).toBeLessThanOrEqual(HOUR);
  const kept = file.points(0).filter(({ value }) => value !== GAP);
  // Blocks are dropped whole, those that reach into what is kept not at all.
  expect(kept[0]?.at).toBeGreaterThan(rawFrom - HOUR);
  expect(kept.filter(({ at }) => at >= rawFrom)).toEqual(
    tenDays(0)
      .filter(({ at }) => at >= rawFrom)
      .map(({ at, value }) => ({ at, value })),
  );
  const minutes = bucketStarts(file, 'minute');
  expect(minutes[0]).toBeGreaterThan(reader.completeFrom('minute') - AGGREGATE_BLOCK_MS.minute.joined);
  expect(minutes.filter((at) => at >= reader.completeFrom('minute'))).toHaveLength(
    (NOW - reader.completeFrom('minute')) / MINUTE,
  );
  // What is left of a block that reaches further back is not told of.
  expect(oldestTimestamp(file.archive, 'minute')).toBe(reader.completeFrom('minute'));
  expect(bucketStarts(file, 'hour')).toHaveLength(hours);
  const after = file.archive.totals.amounts;
  // And the one that made room.
  expect(after.rawReadings).toBe(kept.length + 1);
  expect(after.rawBytes).toBeLessThan(rawBytes / 4);
  expect(after.sumBytes).toBeLessThan(sumBytes);
  expect(rawReadings).toBe(86_401);
  expect(bytesOf(file)).toBeLessThan(before / 2);
  // The log is in the file then, and the file itself is shorter.
  expect(statSync(file.path).size).toBe(bytesOf(file));
  file.reopen();
  expect(file.reader(0).completeFrom('raw')).toBe(rawFrom);
  expect(file.archive.totals.amounts).toEqual(after);
});

test('what is too much goes: the oldest readings first, then minutes, but never the newest hour', async () => {
  const file = new TestArchive(await temporaryFolder(), { deletedBlocks: 20 });
  fill(file, 0, 1);
  const limit = Math.floor(bytesOf(file) * 0.6);
  tidyUp(file, { ...UNBOUNDED, maxBytes: limit });
  expect(bytesOf(file)).toBeLessThanOrEqual(limit);
  expect(bytesOf(file)).toBeGreaterThan(limit * 0.8);
  const rawFrom = file.reader(0).completeFrom('raw');
  expect(rawFrom).toBeGreaterThan(NOW - 10 * DAY);
  expect(rawFrom).toBeLessThan(NOW - DAY);
  expect(file.points(0).at(-1)?.at).toBe(NOW - 10_000);
  expect(file.reader(0).completeFrom('minute')).toBe(Number.NEGATIVE_INFINITY);

  tidyUp(file, { ...UNBOUNDED, maxBytes: 1 });
  const newest = file.points(0).at(-1)?.at ?? 0;
  expect(file.points(0)[0]?.at).toBeLessThanOrEqual(newest - HOUR);
  expect(file.points(0)[0]?.at).toBeGreaterThan(newest - 3 * HOUR);
  expect(file.reader(1).completeFrom('minute')).toBeGreaterThan(NOW - 3 * HOUR);
  expect(bucketStarts(file, 'hour').length).toBeGreaterThan(0);
});

test('what limits would delete is what they delete then, and asking deletes nothing', async () => {
  const file = new TestArchive(await temporaryFolder());
  fill(file, 0, 1);
  const before = file.archive.totals.amounts;
  expect(lossesOf(file, { ...UNBOUNDED, maxBytes: Number.POSITIVE_INFINITY })).toEqual([]);
  const aged = { ...UNBOUNDED, rawDays: 2, minuteDays: 5 };
  const losses = lossesOf(file, aged);
  expect(file.archive.totals.amounts).toEqual(before);
  expect(losses).toMatchObject([
    { limit: 'rawDays', level: 'raw', from: NOW - 10 * DAY },
    { limit: 'minuteDays', level: 'minute', readings: 0 },
  ]);
  tidyUp(file, aged);
  const after = file.archive.totals.amounts;
  const [raw, minute] = losses;
  expect([raw?.until, minute?.until]).toEqual([
    file.reader(0).completeFrom('raw'),
    file.reader(0).completeFrom('minute'),
  ]);
  expect(raw).toMatchObject({
    readings: before.rawReadings - after.rawReadings,
    bytes: before.rawBytes - after.rawBytes,
  });
  expect(minute?.bytes).toBe(before.sumBytes - after.sumBytes);
});

test('what a smaller size would delete is close to what it deletes, the oldest readings first', async () => {
  const file = new TestArchive(await temporaryFolder(), { deletedBlocks: 20 });
  fill(file, 0, 1);
  const before = file.archive.totals.amounts;
  const limits = { ...UNBOUNDED, maxBytes: Math.floor(bytesOf(file) * 0.6) };
  const [raw, ...others] = lossesOf(file, limits);
  expect(others).toEqual([]);
  tidyUp(file, limits);
  const gone = before.rawReadings - file.archive.totals.amounts.rawReadings;
  expect(raw).toMatchObject({ limit: 'maxBytes', level: 'raw', from: NOW - 10 * DAY });
  expect((raw?.readings ?? 0) / gone).toBeGreaterThan(0.75);
  expect((raw?.readings ?? 0) / gone).toBeLessThan(1.33);
  // A quarter of what goes: in hours, it depends on the time of day, by where the blocks end.
  const { from = 0, until = 0 } = raw ?? {};
  expect(Math.abs(until - file.reader(0).completeFrom('raw'))).toBeLessThan((until - from) / 4);
  expect(lossesOf(file, { ...UNBOUNDED, maxBytes: 1 }).map(({ level }) => level)).toEqual(['raw', 'minute', 'hour']);
});

test('late readings for hours of which the finer sums are gone are added to what is there', async () => {
  const file = new TestArchive(await temporaryFolder());
  file.commit(tenDays(0));
  file.writeBlocks();
  tidyUp(file, { ...UNBOUNDED, rawDays: 1, minuteDays: 3 });
  const at = NOW - 5 * DAY;
  const before = file.reader(0).buckets('hour', at, at + 1).count[0] ?? 0;
  file.commit(series(0, at + 5, 10, 10_000, () => 1e6));
  const check = (): void => {
    const { count, max } = file.reader(0).buckets('hour', at, at + 1);
    expect([count[0], max[0]]).toEqual([before + 10, 1e6]);
  };
  check();
  file.writeBlocks();
  check();
});

test('everything of a device goes at once, and what it took is given back; it can be measured anew', async () => {
  const folder = await temporaryFolder();
  const store = createHistoryStore({ dataDir: folder, logger: silentLogger, limits: { journalMs: 50, tidyMs: 50 } });
  onTestFinished(() => store.close());
  const [ours, other] = [declaredChannel(0), declaredChannel(2)];
  await store.commit(batchOf([...tenDays(0), ...series(2, NOW, 10, 1000, Number)], [ours, other]));
  await expect.poll(async () => (await store.status()).rawReadings).toBe(86_410);
  const { bytes } = await store.status();
  await store.deleteDevice(ours);
  expect(await store.count([ours], 0, 1e14)).toBe(0);
  expect(await store.count([other], 0, 1e14)).toBe(10);
  expect((await store.channels()).map(({ serial }) => serial)).toEqual([other.serial]);
  expect((await store.status()).rawReadings).toBe(10);
  // As much as a journal usually takes stays, for the next one: how much that is depends on when this one was written.
  await expect.poll(() => statSync(join(folder, 'history/history.sqlite')).size).toBeLessThan(0.7 * bytes);
  await store.commit(batchOf(series(0, NOW, 5, 1000, Number)));
  expect(await store.count([ours], 0, 1e14)).toBe(5);
}, 120_000);

test('a device that is forgotten while blocks are written stays forgotten, and costs no other device anything', async () => {
  for (let written = 0; written <= 4; written += 1) {
    // A step writes one channel.
    const file = new TestArchive(await temporaryFolder(), { stepMs: 0 });
    const slots = [0, 1, 2, 3];
    const rows = slots.flatMap((slot) => series(slot, NOW - HOUR, 600, 1000, noise));
    file.commit(rows);
    for (let step = 0; step < written; step += 1) file.archive.writeBlocks(0);
    file.archive.deleteDevice(declaredChannel(0));
    while (file.archive.purgeDeleted());
    const anew = series(0, NOW, 20, 1000, noise);
    file.commit(anew);
    file.writeBlocks();
    file.reopen();
    expectExactly(file, 0, anew);
    expect(file.archive.reader(declaredChannel(1))).toBeUndefined();
    for (const slot of [2, 3]) expectExactly(file, slot, rows);
    const { channels } = file.archive.database
      .prepare('SELECT count(DISTINCT channel) AS channels FROM block')
      .get() ?? { channels: Number.NaN };
    expect(channels).toBe(3);
    expect(file.archive.totals.amounts.rawReadings).toBe(2 * 600 + 20);
  }
});
