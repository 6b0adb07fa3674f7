import { expect, test } from 'vitest';
import { storedChannels } from '../../../../service/history/store/extent.ts';
import { MAX_IMPORTS } from '../../../../service/history/store/import-table.ts';
import { GAP, type Retention } from '../../../../service/history/types.ts';
import { TestArchive } from './support/archives.ts';
import { declaredChannel, type Row, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { addColumn, beginImport, columnOf, importColumn, restOf, SUMMARY, undoImport } from './support/imports.ts';
import { expectExactly } from './support/model.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Math.floor(Date.now() / HOUR) * HOUR;
const AGED: Retention = { rawDays: 2, minuteDays: 5, maxBytes: 1e12 };

async function newFile(): Promise<TestArchive> {
  return new TestArchive(await temporaryFolder());
}

function tidy(file: TestArchive): void {
  file.writeBlocks();
  while (file.archive.tidy(AGED));
}

const hourCount = (file: TestArchive, hour: number): number | undefined =>
  file.reader(0).buckets('hour', hour, hour + HOUR).count[0];

test('adds a channel that was never recorded, and lists it no more after the undo', async () => {
  const file = await newFile();
  const id = beginImport(file);
  const rows = series(0, NOW - DAY, 100, 1000, (index) => index);
  expect(addColumn(file, id, 0, columnOf(rows))).toEqual({ consumed: 100, added: 100, stored: 0, covered: 0 });
  expectExactly(file, 0, rows);
  const [first, last] = [NOW - DAY, NOW - DAY + 99_000].map((at) => new Date(at).toISOString());
  expect(storedChannels(file.archive)).toMatchObject([{ serial: 'E100', channel: 'temperature', first, last }]);
  file.reopen();
  expect(storedChannels(file.archive)).toMatchObject([{ first, last }]);
  expect(undoImport(file, id)).toBe(0);
  expect(storedChannels(file.archive)).toEqual([]);
});

test('skips readings that are stored, in blocks or not', async () => {
  const file = await newFile();
  const rows = series(0, NOW - DAY, 10, 1000, (index) => index);
  file.commit(rows.slice(0, 5));
  file.writeBlocks();
  file.commit(rows.slice(5, 8));
  const id = beginImport(file);
  const column = columnOf(rows.map((row) => ({ ...row, value: 100 })));
  const { slot: _slot, ...target } = declaredChannel(0);
  expect(file.archive.imports.check(target, '°C', column, 0)).toMatchObject({ consumed: 10, added: 2, stored: 8 });
  expect(addColumn(file, id, 0, column)).toEqual({ consumed: 10, added: 2, stored: 8, covered: 0 });
  expectExactly(file, 0, [...rows.slice(0, 8), ...rows.slice(8).map(({ slot, at }) => ({ slot, at, value: 100 }))]);
});

test('breaks the line after an imported reading, unless a stored one follows at once', async () => {
  const file = await newFile();
  const start = NOW - DAY;
  file.commit([...series(0, start + 10_000, 3, 1000, () => 1), ...series(0, start + 60_000, 3, 1000, () => 1)]);
  const ends = [start + 9000, start + 20_000];
  const rows = [...series(0, start, 10, 1000, () => 2), { slot: 0, at: start + 20_000, value: 2 }];
  addColumn(file, beginImport(file), 0, columnOf(rows, new Set(ends)));
  const gaps = file.points(0).filter(({ value }) => value === GAP);
  expect(gaps.map(({ at }) => at - start)).toEqual([12_000, 20_000]);
});

test('leaves the readings of an undone import to those that arrived later', async () => {
  const file = await newFile();
  const rows = series(0, NOW - DAY, 60, 1000, (index) => index);
  const id = beginImport(file);
  addColumn(file, id, 0, columnOf(rows));
  // At the same times, and after them.
  const later = series(0, NOW - DAY + 30_000, 60, 1000, () => 7);
  file.commit(later);
  expectExactly(file, 0, [...rows, ...later]);
  file.reopen();
  expect(undoImport(file, id)).toBe(0);
  expectExactly(file, 0, later);
});

test('skips an hour of which only aggregates with recorded readings are left', async () => {
  const file = await newFile();
  const old = NOW - 4 * DAY;
  file.commit([...series(0, old, 60, MINUTE, () => 1), ...series(0, NOW - MINUTE, 60, 1000, () => 1)]);
  tidy(file);
  const id = beginImport(file);
  const rows = series(0, old, 120, 30_000, () => 2);
  expect(addColumn(file, id, 0, columnOf(rows))).toMatchObject({ added: 0, covered: 120 });
  expect(hourCount(file, old)).toBe(60);
});

test('tells which readings would be added without staying as raw readings', async () => {
  const file = await newFile();
  const old = NOW - 4 * DAY;
  file.commit([...series(0, old, 120, MINUTE, () => 1), ...series(0, NOW - MINUTE, 60, 1000, () => 1)]);
  const { family, serial, channel } = declaredChannel(0);
  const [from, to] = [new Date(old).toISOString(), new Date(old + HOUR).toISOString()];
  const run = { name: 'Batch', operator: '', notes: '', tags: [], stop_at: null, plan: null, started: from, from, to };
  file.archive.addRun({ ...run, channels: [{ family, serial, channel, low: null, high: null }] });
  tidy(file);
  // An hour of the run, one without anything, and one of the time whose raw readings are complete.
  const column = columnOf([old + 500, old + 3 * HOUR, NOW - DAY].flatMap((at) => series(0, at, 10, 1000, () => 2)));
  const check = (name: string, expiry: number) => {
    const sums = { added: 0, expired: 0, aggregated: 0 };
    for (let start = 0; start < column.at.length; ) {
      const rest = restOf(column, start);
      const step = file.archive.imports.check({ family, serial, channel: name }, '°C', rest, expiry);
      start += step.consumed;
      for (const figure of ['added', 'expired', 'aggregated'] as const) sums[figure] += step[figure];
    }
    return sums;
  };
  expect(check(channel, NOW - 90 * DAY)).toEqual({ added: 30, expired: 0, aggregated: 10 });
  expect(check(channel, NOW - 2 * DAY)).toEqual({ added: 30, expired: 10, aggregated: 0 });
  expect(check(channel, NOW)).toEqual({ added: 30, expired: 20, aggregated: 0 });
  expect(check('humidity', NOW - 90 * DAY)).toEqual({ added: 30, expired: 0, aggregated: 20 });
  expect(check('humidity', NOW)).toEqual({ added: 30, expired: 30, aggregated: 0 });
});

test('adds aggregates where raw readings are beyond the retention, and removes them again', async () => {
  const file = await newFile();
  const old = NOW - 4 * DAY;
  file.commit([...series(0, old, 60, MINUTE, () => 1), ...series(0, NOW - MINUTE, 60, 1000, () => 1)]);
  tidy(file);
  const [first, second] = [beginImport(file), beginImport(file)];
  // One hour with minutes, and one beyond their retention.
  const rows = [...series(0, NOW - 7 * DAY, 60, MINUTE, () => 3), ...series(0, old + HOUR, 120, 30_000, () => 2)];
  expect(addColumn(file, first, 0, columnOf(rows))).toMatchObject({ added: 180 });
  expect(addColumn(file, second, 0, columnOf(rows))).toMatchObject({ added: 0, covered: 180 });
  tidy(file);
  expect(hourCount(file, old + HOUR)).toBe(120);
  expect(file.reader(0).buckets('minute', old + HOUR, old + 2 * HOUR).count).toHaveLength(60);
  expect(hourCount(file, NOW - 7 * DAY)).toBe(60);
  expect(undoImport(file, second)).toBe(0);
  expect(undoImport(file, first)).toBe(0);
  expect(hourCount(file, old + HOUR)).toBeUndefined();
  expect(file.reader(0).buckets('minute', old + HOUR, old + 2 * HOUR).count).toHaveLength(0);
  expect(hourCount(file, NOW - 7 * DAY)).toBeUndefined();
  expect(hourCount(file, old)).toBe(60);
});

test('removes imported readings whose raw readings the retention deleted, unless others are in their hour', async () => {
  const file = await newFile();
  const old = NOW - 4 * DAY;
  const id = beginImport(file);
  file.commit([...series(0, old, 60, MINUTE, () => 1), ...series(0, NOW - MINUTE, 60, 1000, () => 1)]);
  const rows = series(0, old + 500, 120, MINUTE, () => 2);
  expect(addColumn(file, id, 0, columnOf(rows))).toMatchObject({ added: 120 });
  tidy(file);
  expect([hourCount(file, old), hourCount(file, old + HOUR)]).toEqual([120, 60]);
  expect(undoImport(file, id)).toBe(60);
  expect([hourCount(file, old), hourCount(file, old + HOUR)]).toEqual([120, undefined]);
});

test('rewrites the readings of a run, which the retention does not delete', async () => {
  const file = await newFile();
  const old = NOW - 4 * DAY;
  const rows = series(0, old, 120, MINUTE, (index) => index);
  file.commit([...rows, ...series(0, NOW - MINUTE, 60, 1000, () => 1)]);
  const { family, serial, channel } = declaredChannel(0);
  const [from, to] = [new Date(old).toISOString(), new Date(old + HOUR).toISOString()];
  const run = { name: 'Batch', operator: '', notes: '', tags: [], stop_at: null, plan: null, started: from, from, to };
  file.archive.addRun({ ...run, channels: [{ family, serial, channel, low: null, high: null }] });
  tidy(file);
  const id = beginImport(file);
  const more = series(0, old + 500, 120, MINUTE, () => 2);
  expect(addColumn(file, id, 0, columnOf(more))).toMatchObject({ added: 60, covered: 60 });
  tidy(file);
  const within = (all: readonly Row[]) =>
    all.filter(({ at }) => at >= old && at < old + HOUR).map(({ at, value }) => `${at} ${value}`);
  const stored = () =>
    file
      .points(0, old, old + HOUR)
      .filter(({ value }) => value !== GAP)
      .map(({ at, value }) => `${at} ${value}`);
  expect(stored().toSorted()).toEqual(within([...rows, ...more]).toSorted());
  expect(hourCount(file, old)).toBe(120);
  file.reopen();
  expect(undoImport(file, id)).toBe(0);
  expect(stored()).toEqual(within(rows));
  expect(hourCount(file, old)).toBe(60);
});

test(`remembers ${MAX_IMPORTS} imports; the readings of older ones stay`, async () => {
  const file = await newFile();
  const rows = series(0, NOW - DAY, 10, 1000, () => 1);
  const first = beginImport(file);
  addColumn(file, first, 0, columnOf(rows));
  file.archive.imports.setState(first, 'applied', SUMMARY);
  const { imports } = file.archive;
  for (let index = 0; index < MAX_IMPORTS; index += 1) {
    const id = beginImport(file);
    // Not before the newest one has succeeded.
    expect(imports.list().map((one) => one.id)).toContain(first);
    imports.setState(id, 'applied', SUMMARY);
  }
  expect(imports.list().map(({ id }) => id)).not.toContain(first);
  expect(imports.list()).toHaveLength(MAX_IMPORTS);
  expect(imports.parts(first)).toEqual([]);
  expectExactly(file, 0, rows);
});

test('forgets what was added to a device whose history is deleted', async () => {
  const file = await newFile();
  const id = beginImport(file);
  addColumn(file, id, 0, columnOf(series(0, NOW - DAY, 10, 1000, () => 1)));
  addColumn(file, id, 2, columnOf(series(2, NOW - DAY, 10, 1000, () => 1)));
  file.archive.deleteDevice(declaredChannel(0));
  expect(file.archive.imports.parts(id)).toHaveLength(1);
  expect(undoImport(file, id)).toBe(0);
  expect(storedChannels(file.archive)).toEqual([]);
});

test('keeps the history of a device to which an import is adding readings', async () => {
  const file = await newFile();
  const { imports } = file.archive;
  const summary = { ...SUMMARY, columns: [importColumn({ channel: 'usb/E100/temperature' })] };
  imports.begin('00000001', summary);
  const { family, serial } = declaredChannel(0);
  expect(() => file.archive.deleteDevice({ family, serial })).toThrow(
    'The import of log.csv is adding readings to this device. Try again when it has ended.',
  );
  file.archive.deleteDevice({ family, serial: 'E10' });
  imports.setState('00000001', 'applied', summary);
  file.archive.deleteDevice({ family, serial });
});

test('refuses readings in another unit than the stored one, and of an unknown import', async () => {
  const file = await newFile();
  file.commit(series(0, NOW - DAY, 1, 1000, () => 1));
  const { slot: _slot, ...target } = declaredChannel(0, 'K');
  const column = columnOf(series(0, NOW - DAY, 2, 1000, () => 1));
  expect(() => file.archive.imports.add(beginImport(file), target, column)).toThrow(
    'E100/temperature is now stored in °C, not in K.',
  );
  expect(() => addColumn(file, 'none', 0, column)).toThrow('No import with ID none.');
});
