import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunChannel } from '../../../../service/contract/index.ts';
import { runQuery } from '../../../../service/history/query/run-query.ts';
import { runStatisticsOf } from '../../../../service/history/query/run-statistics.ts';
import { spanEndingAfter } from '../../../../service/history/query/time-ranges.ts';
import { oldestTimestamp } from '../../../../service/history/store/extent.ts';
import { STORE_LIMITS } from '../../../../service/history/store/limits.ts';
import { RunTable } from '../../../../service/history/store/run-table.ts';
import { Store } from '../../../../service/history/store/store.ts';
import type { Retention, StoredRun } from '../../../../service/history/types.ts';
import { alarmOf } from '../../../support/views/alarms.ts';
import { TestArchive } from './support/archives.ts';
import { declaredChannel, type Row, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Math.floor(Date.now() / HOUR) * HOUR;
const UNBOUNDED: Retention = { rawDays: 10_000, minuteDays: 10_000, maxBytes: 1e12 };
const AGED: Retention = { ...UNBOUNDED, rawDays: 2, minuteDays: 5 };

/** Half an hour across the border of two hours, nine days ago. */
const OLD = { from: NOW - 9 * DAY - 15 * MINUTE, to: NOW - 9 * DAY + 15 * MINUTE };

const noise = (index: number): number => Math.sin(index * 12.9898) * 43_758.5453;

function tenDays(slot: number): Row[] {
  return series(slot, NOW - 10 * DAY, 10 * 8640, 10_000, (index) => noise(index + slot));
}

function channelOf(slot: number): RunChannel {
  const { family, serial, channel } = declaredChannel(slot);
  return { family, serial, channel, low: null, high: null };
}

function runOf(
  changed: Partial<Omit<StoredRun, 'from' | 'to'>> & { from?: number; to?: number | null } = {},
): StoredRun {
  const { from = OLD.from, to = OLD.to, ...others } = changed;
  return {
    name: 'Batch 12',
    channels: [channelOf(0)],
    operator: '',
    notes: '',
    tags: [],
    started: new Date(from).toISOString(),
    stop_at: null,
    plan: null,
    ...others,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
  };
}

/** Nothing can be undone any more. */
function release(file: TestArchive): void {
  file.archive.runs.purge(Date.now() + 11 * MINUTE);
}

function tidyUp(file: TestArchive, retention: Retention): void {
  for (let steps = 0; file.archive.tidy(retention); steps += 1) expect(steps).toBeLessThan(10_000);
}

async function filled(limits: ConstructorParameters<typeof TestArchive>[1] = {}): Promise<TestArchive> {
  const file = new TestArchive(await temporaryFolder(), limits);
  for (const slot of [0, 1]) file.commit(tenDays(slot));
  file.writeBlocks();
  return file;
}

/** What a query of a range answers: kind, width and number of each part. */
function shapeOf(file: TestArchive, slot: number, { from, to }: { from: number; to: number }): unknown[] {
  return runQuery(file.reader(slot), { from, to, points: 100_000 }).map((part) =>
    part.kind === 'readings' ? ['readings', part.at.length] : ['buckets', part.width_ms, part.at.length],
  );
}

const nowhere = { low: null, high: null, unit: '' };

test('adds, changes and lists runs, newest first', async () => {
  const file = new TestArchive(await temporaryFolder());
  const { runs } = file.archive;
  const first = file.archive.addRun(runOf());
  const second = file.archive.addRun(runOf({ name: 'Batch 13', from: NOW - DAY, to: null }));
  expect([first.id, second.id]).toEqual([1, 2]);
  const all = { search: '', offset: 0, limit: 10 };
  expect(runs.list(all)).toEqual({ runs: [second, first], total: 2 });
  expect(runs.list({ ...all, offset: 1 })).toEqual({ runs: [first], total: 2 });
  expect(runs.list({ ...all, limit: 1 })).toEqual({ runs: [second], total: 2 });
  expect(runs.active()).toEqual([second]);
  const changed = file.archive.changeRun(2, runOf({ name: 'Batch 14', from: NOW - DAY, to: NOW }), Date.now());
  expect(changed).toMatchObject({ id: 2, name: 'Batch 14', to: new Date(NOW).toISOString() });
  expect(runs.active()).toEqual([]);
  file.reopen();
  expect(file.archive.runs.list(all).runs).toEqual([changed, first]);
  expect(() => file.archive.changeRun(3, runOf(), NOW)).toThrow('No run with ID 3.');
});

test('lists runs by their start, whatever readings before it they have', async () => {
  const file = new TestArchive(await temporaryFolder());
  const add = (name: string, from: number, start: number): number =>
    file.archive.addRun(runOf({ name, from, started: new Date(start).toISOString() })).id;
  const early = add('With an hour before', OLD.from - HOUR, OLD.from);
  const later = add('Started a minute later', OLD.from + MINUTE, OLD.from + MINUTE);
  const between = add('Started half a minute later', OLD.from - 2 * HOUR, OLD.from + MINUTE / 2);
  const ids = (): number[] => file.archive.runs.list({ search: '', offset: 0, limit: 10 }).runs.map(({ id }) => id);
  expect(ids()).toEqual([later, between, early]);
  // As an older Mensura stored them.
  file.archive.database.exec(`
    UPDATE run SET start = unixepoch(json_extract(data, '$.from'), 'subsec') * 1000;
    DROP TABLE import_part;
    DROP TABLE import;
    PRAGMA user_version = 4;
  `);
  file.reopen();
  expect(ids()).toEqual([later, between, early]);
});

test.each([
  ['batch', 2],
  ['BATCH', 2],
  ['rossi', 1],
  ['cold rossi', 1],
  ['warm rossi', 0],
  ['opened', 1],
  ['e0', 2],
  ['100%', 1],
  ['%', 1],
  ['_', 0],
])('finds runs by %s', async (search, found) => {
  const file = new TestArchive(await temporaryFolder());
  file.archive.addRun(runOf({ operator: 'A. Rossi', tags: ['cold room'], notes: 'Door opened\nat 100%' }));
  file.archive.addRun(runOf({ tags: ['warm'] }));
  const { serial } = declaredChannel(0);
  const words = search === 'e0' ? serial.toUpperCase() : search;
  const { runs, total } = file.archive.runs.list({ search: words, offset: 0, limit: 10 });
  expect([runs.length, total]).toEqual([found, found]);
});

test('stores texts with a run, up to ten', async () => {
  const file = new TestArchive(await temporaryFolder());
  const { runs } = file.archive;
  const { id } = file.archive.addRun(runOf());
  runs.attach(id, { name: 'a.txt', text: 'one' });
  runs.attach(id, { name: 'b.txt', text: 'three' });
  expect(runs.attach(id, { name: 'a.txt', text: 'replaced' }).attachments).toEqual([
    { name: 'a.txt', length: 8 },
    { name: 'b.txt', length: 5 },
  ]);
  expect(runs.attachment(id, 'a.txt')).toEqual({ name: 'a.txt', text: 'replaced' });
  expect(() => runs.attachment(id, 'c.txt')).toThrow('The run has no attachment "c.txt".');
  for (let index = 3; index <= 10; index += 1) runs.attach(id, { name: `${index}.txt`, text: '' });
  expect(() => runs.attach(id, { name: '11.txt', text: '' })).toThrow('A run has at most 10 attachments.');
  expect(runs.get(id).attachments).toHaveLength(10);
  expect(runs.detach(id, 'a.txt').attachments).toHaveLength(9);
  expect(() => runs.detach(id, 'a.txt')).toThrow('The run has no attachment "a.txt".');
  expect(() => runs.attach(7, { name: 'a.txt', text: '' })).toThrow('No run with ID 7.');
});

test('undoes a deletion for ten minutes, also after a restart', async () => {
  const file = new TestArchive(await temporaryFolder());
  const { id } = file.archive.addRun(runOf());
  file.archive.runs.attach(id, { name: 'a.txt', text: 'one' });
  file.archive.removeRun(id, NOW, undefined);
  expect(() => file.archive.runs.get(id)).toThrow('No run with ID 1.');
  expect(() => file.archive.removeRun(id, NOW, undefined)).toThrow('No run with ID 1.');
  file.reopen();
  expect(file.archive.runs.restore(id, NOW + 9 * MINUTE).attachments).toHaveLength(1);
  expect(() => file.archive.runs.restore(id, NOW)).toThrow('was deleted in the last 10 minutes');

  file.archive.removeRun(id, NOW, undefined);
  expect(() => file.archive.runs.restore(id, NOW + 11 * MINUTE)).toThrow('was deleted in the last 10 minutes');
  const texts = (): unknown => file.archive.database.prepare('SELECT count(*) AS texts FROM run_attachment').get();
  // After the clock was set back, ten minutes begin again.
  file.archive.runs.purge(NOW - 60 * MINUTE);
  file.archive.runs.purge(NOW - 51 * MINUTE);
  expect(texts()).toEqual({ texts: 1 });
  file.archive.runs.purge(NOW - 49 * MINUTE);
  expect(texts()).toEqual({ texts: 0 });
  // Its ID is not used again.
  expect(file.archive.addRun(runOf()).id).toBe(2);
});

test('deletes with old data the runs whose deletion can no longer be undone', async () => {
  const file = new TestArchive(await temporaryFolder());
  const removed = Date.now() - 11 * MINUTE;
  const { id } = file.archive.addRun(runOf());
  file.archive.removeRun(id, removed, undefined);
  expect(file.archive.runs.restore(id, removed).id).toBe(id);
  file.archive.removeRun(id, removed, undefined);
  file.archive.tidy(UNBOUNDED);
  expect(() => file.archive.runs.restore(id, removed)).toThrow('was deleted in the last 10 minutes');
});

test('keeps all readings of a run beyond their age, and those of no other channel', async () => {
  const file = await filled();
  const { id } = file.archive.addRun(runOf());
  const before = runStatisticsOf(file.reader(0), OLD.from, OLD.to, nowhere);
  expect(before.count).toBe(180);
  tidyUp(file, AGED);
  expect(file.reader(0).completeFrom('raw')).toBe(NOW - 2 * DAY);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
  expect(runStatisticsOf(file.reader(0), OLD.from, OLD.to, nowhere)).toEqual(before);
  expect(shapeOf(file, 1, OLD)).toEqual([['buckets', HOUR, 2]]);
  // Beside the run, hours of it are whole, and the rest is hours again.
  expect(shapeOf(file, 0, { from: OLD.from - 2 * HOUR, to: OLD.to + 2 * HOUR })).toEqual([
    ['buckets', HOUR, 2],
    ['readings', 720],
    ['buckets', HOUR, 2],
  ]);
  // The oldest reading is that of the retention, not of the run.
  expect(oldestTimestamp(file.archive, 'raw')).toBe(NOW - 2 * DAY);
  file.reopen();
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);

  const removed = Date.now();
  file.archive.removeRun(id, removed, undefined);
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
  const { rawReadings } = file.archive.totals.amounts;
  file.archive.runs.purge(removed + 11 * MINUTE);
  tidyUp(file, AGED);
  expect(file.archive.totals.amounts.rawReadings).toBeLessThanOrEqual(rawReadings - 720);
  expect(shapeOf(file, 0, OLD)).toEqual([['buckets', HOUR, 2]]);
});

test('keeps the readings of an active run, however long it goes', async () => {
  const file = await filled();
  const { id } = file.archive.addRun(runOf({ to: null }));
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, { from: OLD.from, to: NOW })).toEqual([['readings', (NOW - OLD.from) / 10_000]]);
  // Ended, it holds no more than its range, after the time to undo a change.
  file.archive.changeRun(id, runOf(), Date.now());
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, { from: OLD.to + HOUR, to: OLD.to + 2 * HOUR })).toEqual([['readings', 360]]);
  release(file);
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
  expect(shapeOf(file, 0, { from: OLD.to + HOUR, to: OLD.to + 2 * HOUR })).toEqual([['buckets', HOUR, 2]]);
});

test('does not claim readings that were deleted before the run was added', async () => {
  const file = await filled();
  tidyUp(file, AGED);
  file.archive.addRun(runOf());
  file.archive.addRun(runOf({ from: NOW - 3 * DAY, to: NOW - 2 * DAY + HOUR }));
  expect(shapeOf(file, 0, OLD)).toEqual([['buckets', HOUR, 2]]);
  const statistics = runStatisticsOf(file.reader(0), OLD.from, OLD.to, { ...nowhere, high: 0, unit: '°C' });
  expect(statistics).toMatchObject({ resolution_ms: HOUR, outside_ms: null, mean_kinetic_temperature: null });
  // Of the second, a day of minutes and an hour of readings.
  expect(shapeOf(file, 0, { from: NOW - 3 * DAY, to: NOW - 2 * DAY + HOUR })).toEqual([
    ['buckets', MINUTE, 1440],
    ['readings', 360],
  ]);
  tidyUp(file, { ...UNBOUNDED, rawDays: 1, minuteDays: 1 });
  expect(shapeOf(file, 0, { from: NOW - 3 * DAY, to: NOW - 2 * DAY + HOUR })).toEqual([
    ['buckets', MINUTE, 1440],
    ['readings', 360],
  ]);
});

test('holds what a trimmed or longer run still had', async () => {
  const file = await filled();
  const { id } = file.archive.addRun(runOf());
  tidyUp(file, AGED);
  // Longer by an hour whose readings are gone.
  file.archive.changeRun(id, runOf({ from: OLD.from - HOUR }), Date.now());
  expect(shapeOf(file, 0, { from: OLD.from - HOUR, to: OLD.to })).toEqual([
    ['buckets', HOUR, 1],
    ['readings', 450],
  ]);
  file.archive.changeRun(id, runOf({ from: NOW - 9 * DAY }), Date.now());
  // A mistake: for ten minutes, it is undone without a loss.
  tidyUp(file, AGED);
  file.archive.changeRun(id, runOf(), Date.now());
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
  file.archive.changeRun(id, runOf({ from: NOW - 9 * DAY }), Date.now());
  release(file);
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, OLD)).toEqual([
    ['buckets', HOUR, 1],
    ['readings', 90],
  ]);
  // And another channel, which had lost its readings.
  const channels = [0, 1].map(channelOf);
  file.archive.changeRun(id, runOf({ from: NOW - 9 * DAY, channels }), Date.now());
  expect(shapeOf(file, 1, OLD)).toEqual([['buckets', HOUR, 2]]);
  expect(shapeOf(file, 0, { from: NOW - 9 * DAY, to: OLD.to })).toEqual([['readings', 90]]);
});

test('deletes around runs when the file is too large, and says beforehand what', async () => {
  const file = await filled({ deletedBlocks: 2 });
  file.archive.addRun(runOf({ channels: [0, 1].map(channelOf) }));
  const smallest = { ...UNBOUNDED, maxBytes: 1 };
  const measurement = file.archive.losses(smallest, 0);
  let losses = measurement.next();
  while (!losses.done) losses = measurement.next();
  const { rawReadings } = file.archive.totals.amounts;
  tidyUp(file, smallest);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
  expect(file.reader(0).completeFrom('raw')).toBeGreaterThan(NOW - 3 * HOUR);
  expect(losses.value.find(({ level }) => level === 'raw')).toMatchObject({
    readings: rawReadings - file.archive.totals.amounts.rawReadings,
  });
});

test('says by how much runs make the file larger than its limit, until they do not', async () => {
  const file = await filled();
  const small = { ...UNBOUNDED, maxBytes: 400_000 };
  const everything = { from: NOW - 10 * DAY, to: NOW, channels: [0, 1].map(channelOf) };
  const { id } = file.archive.addRun(runOf(everything));
  tidyUp(file, UNBOUNDED);
  expect(file.archive.heldExcess).toBe(0);
  const { rawBytes } = file.archive.totals.amounts;
  tidyUp(file, small);
  expect(file.archive.totals.amounts.rawBytes).toBe(rawBytes);
  expect(file.archive.heldExcess).toBeGreaterThan(rawBytes - small.maxBytes);
  expect(file.archive.heldExcess).toBeLessThan(statSync(file.path).size);
  tidyUp(file, { ...small });
  expect(file.archive.heldExcess).toBeGreaterThan(0);
  tidyUp(file, { ...small, maxBytes: small.maxBytes + file.archive.heldExcess });
  expect(file.archive.heldExcess).toBe(0);
  tidyUp(file, small);
  expect(file.archive.heldExcess).toBeGreaterThan(0);
  file.archive.removeRun(id, Date.now(), undefined);
  release(file);
  tidyUp(file, small);
  expect(file.archive.heldExcess).toBe(0);
  expect(file.archive.totals.amounts.rawBytes).toBeLessThan(rawBytes / 2);
});

test('keeps readings for a run that another one held before', async () => {
  const file = await filled();
  const first = file.archive.addRun(runOf());
  tidyUp(file, AGED);
  file.archive.addRun(runOf({ name: 'Copy' }));
  file.archive.removeRun(first.id, Date.now(), undefined);
  release(file);
  tidyUp(file, AGED);
  expect(shapeOf(file, 0, OLD)).toEqual([['readings', 180]]);
});

test('keeps readings of a run that began while the clock had been ahead', async () => {
  const clock = { now: () => NOW, monotonic: () => 0 };
  const file = new TestArchive(await temporaryFolder(), {}, clock);
  file.commit(tenDays(0));
  file.writeBlocks();
  const meta = file.archive.database.prepare("UPDATE meta SET value = ? WHERE name = 'completeFrom'");
  file.archive.database.exec("INSERT OR IGNORE INTO meta (name, value) VALUES ('completeFrom', '{}')");
  meta.run(JSON.stringify({ raw: NOW + 300 * DAY, minute: null, hour: null }));
  file.reopen();
  file.archive.addRun(runOf({ from: NOW, to: NOW + HOUR }));
  expect(file.archive.runs.held.of(declaredChannel(0), 'raw')).toEqual([{ from: NOW, to: NOW + HOUR }]);
});

test('writes no run into a deleted file, and reports another file', async () => {
  const path = join(await temporaryFolder(), 'history', 'history.sqlite');
  let replaced = 0;
  const store = new Store({ path, limits: STORE_LIMITS, setAside: () => {}, replaced: () => (replaced += 1) });
  onTestFinished(() => store.close());
  expect(store.addRun(runOf()).id).toBe(1);
  rmSync(path);
  expect(() => store.addRun(runOf())).toThrow('was deleted or replaced');
  expect(replaced).toBe(0);
  expect(store.addRun(runOf({ name: 'In the new file' })).id).toBe(1);
  expect([replaced, store.listRuns({ search: '', offset: 0, limit: 9 }).total]).toEqual([1, 1]);
});

const marker = { at: NOW, text: 'Door opened', device: null };

test.each<[change: string, prepare: (store: Store) => unknown, work: (store: Store) => unknown]>([
  ['a new marker', () => {}, (store) => store.addMarker(marker)],
  ['a changed marker', (store) => store.addMarker(marker), (store) => store.changeMarker(1, marker)],
  ['a deleted marker', (store) => store.addMarker(marker), (store) => store.removeMarker(1)],
  ['alarms', () => {}, (store) => store.putAlarms([alarmOf({ id: 'a' })])],
  [
    'a restored run',
    (store) => store.removeRun(store.addRun(runOf()).id, NOW, undefined),
    (store) => store.restoreRun(1, NOW),
  ],
])('does not write %s into a deleted file', async (_change, prepare, work) => {
  const path = join(await temporaryFolder(), 'history', 'history.sqlite');
  const store = new Store({ path, limits: STORE_LIMITS, setAside: () => {}, replaced: () => {} });
  onTestFinished(() => store.close());
  prepare(store);
  store.listMarkers(0, 1, null);
  rmSync(path);
  expect(() => work(store)).toThrow('was deleted or replaced');
});

test('knows the held ranges after each change as it reads them from the file', async () => {
  const file = new TestArchive(await temporaryFolder());
  let seed = 7;
  const below = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  const range = (): { from: number; to: number } => {
    const from = NOW - DAY + below(20) * HOUR;
    return { from, to: from + (1 + below(6)) * HOUR };
  };
  const heldBy = ({ held }: RunTable): unknown =>
    [0, 1, 2].map((slot) => (['raw', 'minute', 'hour'] as const).map((level) => held.of(channelOf(slot), level)));
  const channels = (): RunChannel[] => [channelOf(below(3)), channelOf(3 + below(3))];
  const known: number[] = [];
  for (let step = 0; step < 150; step += 1) {
    const id = known[below(known.length)];
    const kind = below(5);
    if (id === undefined || kind < 2) {
      const to = below(4) === 0 ? null : undefined;
      known.push(file.archive.addRun(runOf({ ...range(), channels: channels(), ...(to === null && { to }) })).id);
    } else if (kind === 2) file.archive.changeRun(id, runOf({ ...range(), channels: channels() }), Date.now());
    else if (kind === 3) file.archive.removeRun(known.splice(known.indexOf(id), 1)[0] ?? id, Date.now(), undefined);
    else file.archive.runs.purge(Date.now() + below(20) * MINUTE);
    expect(heldBy(file.archive.runs), `step ${step}`).toEqual(heldBy(new RunTable(file.archive.database)));
  }
});

test('finds the range that ends after a timestamp', () => {
  const spans = Array.from({ length: 10_000 }, (_, index) => ({ from: index * 10, to: index * 10 + 5 }));
  expect(spanEndingAfter(spans, -1)).toEqual({ from: 0, to: 5 });
  expect(spanEndingAfter(spans, 5)).toEqual({ from: 10, to: 15 });
  expect(spanEndingAfter(spans, 14)).toEqual({ from: 10, to: 15 });
  expect(spanEndingAfter(spans, 99_994)).toEqual({ from: 99_990, to: 99_995 });
  expect(spanEndingAfter(spans, 99_995)).toBeUndefined();
});

test('counts the bytes of a run', async () => {
  const file = await filled();
  const size = file.archive.size(declaredChannel(0), OLD.from, OLD.to);
  expect(size).toBeGreaterThan(180 * 4);
  expect(size).toBeLessThan(file.archive.size(declaredChannel(0), OLD.from, NOW) / 20);
  expect(file.archive.size(declaredChannel(5), OLD.from, OLD.to)).toBe(0);
});
