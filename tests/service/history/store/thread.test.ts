import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHistoryStore, type HistoryStoreOptions } from '../../../../service/history/store/history-store.ts';
import { GAP, type Retention } from '../../../../service/history/types.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { TestArchive } from './support/archives.ts';
import { batchOf, declaredChannel, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';

const T0 = Date.UTC(2026, 1, 3, 22, 17);

/** How long a test waits for a thread that is begun again: a bound, not an expectation. */
const PATIENCE = { timeout: 25_000 };

async function storeIn(folder: string, options: Partial<HistoryStoreOptions> = {}) {
  const store = createHistoryStore({ dataDir: folder, logger: silentLogger, ...options });
  onTestFinished(() => store.close());
  await store.open();
  return store;
}

test('what was committed is there in the next run, in a folder for this user alone', async () => {
  const folder = await temporaryFolder();
  const first = await storeIn(folder);
  const batch = batchOf(series(0, T0, 100, 1000, Number), [declaredChannel(0)]);
  await first.commit(batch);
  // It was copied: a batch that fails can be committed again.
  expect(batch.at).toHaveLength(100);
  await first.close();
  await first.close();
  await expect(first.commit(batch)).rejects.toMatchObject({ fault: 'failed' });
  const store = await storeIn(folder);
  const slice = await store.read(declaredChannel(0), T0, T0 + 1e6, 30);
  expect(slice.at).toHaveLength(30);
  expect(slice.next).toBe(T0 + 30_000);
  expect(await store.count([declaredChannel(0)], T0, T0 + 50_000)).toBe(50);
  const [known] = await store.channels();
  expect(known).toMatchObject({
    serial: 'E100',
    unit: '°C',
    first: '2026-02-03T22:17:00.000Z',
    last: '2026-02-03T22:18:39.000Z',
  });
  const [answer, unknown] = await store.query([declaredChannel(0), declaredChannel(5)], {
    from: T0,
    to: T0 + 1e5,
    points: 500,
  });
  expect(answer).toMatchObject({ unit: '°C', parts: [{ kind: 'readings', magnitude: { length: 100 } }] });
  expect(unknown).toEqual({ unit: '', parts: [] });
  const [statistics] = await store.statistics([declaredChannel(0)], T0, T0 + 1e5);
  expect(statistics).toMatchObject({ unit: '°C', count: 100, min: 0, max: 99, mean: 49.5, gaps: 0 });
  if (process.platform !== 'win32') expect(statSync(join(folder, 'history')).mode & 0o777).toBe(0o700);
});

test('a channel whose unit changed shows what was measured in the new one', async () => {
  const store = await storeIn(await temporaryFolder());
  await store.commit(batchOf(series(0, T0, 10, 1000, Number), [declaredChannel(0)]));
  await store.commit(batchOf(series(9, T0 + 10_000, 5, 1000, Number), [{ ...declaredChannel(0), slot: 9, unit: 'K' }]));
  expect(await store.channels()).toMatchObject([{ unit: 'K', first: '2026-02-03T22:17:10.000Z' }]);
  expect(await store.count([declaredChannel(0)], T0, T0 + 1e6)).toBe(5);
  // And back, under the number that it had.
  await store.commit(batchOf(series(0, T0 + 20_000, 2, 1000, Number), [declaredChannel(0)]));
  expect(await store.channels()).toMatchObject([{ unit: '°C', first: '2026-02-03T22:17:00.000Z' }]);
  expect(await store.count([declaredChannel(0)], T0, T0 + 1e6)).toBe(12);
});

test('status says how far back each level reaches', async () => {
  const store = await storeIn(await temporaryFolder(), { limits: { journalMs: 20 } });
  const empty = await store.status();
  expect(empty).toMatchObject({ channels: 0, oldest: { raw: null, minute: null, hour: null }, rawReadings: 0 });
  await store.commit(batchOf(series(0, T0 + 61_500, 1000, 1000, Number), [declaredChannel(0)]));
  const hour = Date.UTC(2026, 1, 3, 22);
  const oldest = { raw: T0 + 61_500, minute: T0 + 60_000, hour };
  expect(await store.status()).toMatchObject({ channels: 1, oldest });
  await expect.poll(async () => (await store.status()).rawReadings).toBe(1000);
  const status = await store.status();
  expect(status.oldest).toEqual(oldest);
  expect(status.rawBytes).toBeGreaterThan(0);
  expect(status.sumBytes).toBeGreaterThan(0);
  expect(status.bytes).toBeGreaterThan(status.rawBytes);
  expect(status.freeBytes).toBeGreaterThan(0);
});

test('much of one channel goes into blocks at once, little of another waits', async () => {
  const store = await storeIn(await temporaryFolder());
  await store.commit(batchOf(series(2, T0, 100, 1000, Number), [declaredChannel(0), declaredChannel(2)]));
  await store.commit(batchOf(series(0, T0, 20_000, 1000, Number)));
  await expect.poll(async () => (await store.status()).rawReadings).toBe(20_000);
});

/** A store with hundreds of blocks, each of which takes a step of its own to measure. */
async function storeToMeasure(measureMs: number) {
  const folder = await temporaryFolder();
  const file = new TestArchive(folder);
  file.commit(series(0, T0, 1000, 3_600_000, Number));
  file.writeBlocks();
  file.archive.close();
  return storeIn(folder, { limits: { stepMs: 0, measureMs } });
}

const NOTHING_LEFT: Retention = { rawDays: 0, minuteDays: 0, maxBytes: 1 };

test('commits do not wait for a measurement of what lower limits would delete, of which there is one at a time', async () => {
  const store = await storeToMeasure(25_000);
  const done: string[] = [];
  const measured = store.losses(NOTHING_LEFT).then((losses) => {
    done.push('losses');
    return losses;
  });
  const another = store.losses(NOTHING_LEFT);
  const committed = store.commit(batchOf([], [declaredChannel(1)])).then(() => done.push('commit'));
  await expect(another).rejects.toMatchObject({ message: 'Another size measurement is in progress' });
  const [losses] = await Promise.all([measured, committed]);
  expect(done).toEqual(['commit', 'losses']);
  expect(losses.length).toBeGreaterThan(0);
  await expect(store.losses(NOTHING_LEFT)).resolves.toHaveLength(losses.length);
});

test('a measurement that takes too long is given up', async () => {
  const store = await storeToMeasure(0);
  await expect(store.losses(NOTHING_LEFT)).rejects.toMatchObject({ message: 'Measuring timed out after 0 ms' });
});

test('markers', async () => {
  const store = await storeIn(await temporaryFolder());
  const late = await store.markers.add({ at: T0 + 5, text: 'door open', device: 'usb/E1' });
  const early = await store.markers.add({ at: T0, text: 'begin', device: null });
  expect(await store.markers.list(T0, T0 + 5, null)).toEqual([early]);
  expect(late).toEqual({ id: 1, at: T0 + 5, text: 'door open', device: 'usb/E1' });
  const changed = await store.markers.change(late.id, { at: T0 + 6, text: 'door shut', device: 'usb/E2' });
  expect(await store.markers.list(T0, T0 + 100, null)).toEqual([early, changed]);
  // Those of all charts are those of each device.
  expect(await store.markers.list(T0, T0 + 100, 'usb/E1')).toEqual([early]);
  expect(await store.markers.list(T0, T0 + 100, 'usb/E2')).toEqual([early, changed]);
  await store.markers.remove(early.id);
  expect(await store.markers.list(0, 1e14, null)).toEqual([changed]);
  await expect(store.markers.remove(early.id)).rejects.toMatchObject({ code: 'not-found' });
  await expect(store.markers.change(77, { at: 0, text: 'x', device: null })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('alarms: the newest first, and each as it was put last', async () => {
  const store = await storeIn(await temporaryFolder());
  const alarm = (id: string, since: number) => ({
    id,
    family: 'usb' as const,
    serial: 'E100',
    channel: 'temperature',
    rule: 'r1',
    kind: 'above' as const,
    severity: 'warning' as const,
    message: '',
    limit: 5,
    magnitude: 6,
    peak: 7,
    unit: '°C',
    since: new Date(since).toISOString(),
    ended: null,
    count: 1,
    flapping: false,
    acknowledged: null,
    acknowledged_by: '',
    acknowledgment_comment: '',
  });
  const list = async (from: number, to: number, limit = 10) => (await store.alarms.list({ from, to, limit })).alarms;
  await store.alarms.put([alarm('a', T0), alarm('b', T0 + 1000)]);
  await store.alarms.put([{ ...alarm('a', T0), peak: 9 }]);
  expect(await list(T0, T0 + 1001)).toEqual([alarm('b', T0 + 1000), { ...alarm('a', T0), peak: 9 }]);
  expect(await list(T0, T0 + 1000)).toHaveLength(1);
  expect(await list(T0, T0 + 1001, 1)).toHaveLength(1);
  await store.deleteDevice({ family: 'usb', serial: 'E100' });
  expect(await list(0, 1e14)).toEqual([]);
});

test('a thread that dies: what was under way is rejected, and another one is begun', async () => {
  const worker = new URL('./support/dying-worker.mjs', import.meta.url);
  const store = await storeIn(await temporaryFolder(), { worker });
  const crashes: string[] = [];
  store.on('crashed', ({ reason }) => crashes.push(reason));
  const commit = store.commit(batchOf([], [declaredChannel(0)]));
  const question = store.channels();
  await expect(commit).rejects.toMatchObject({
    fault: 'failed',
    message: expect.stringContaining('out of breath') as string,
  });
  await question.catch(() => {});
  expect(crashes).toEqual(['out of breath']);
  // While none runs, nothing waits.
  await expect(store.channels()).rejects.toMatchObject({ fault: 'failed' });
  await expect
    .poll(() =>
      store.channels().then(
        () => 'answers',
        () => 'fails',
      ),
    )
    .toBe('answers');
});

test('a thread that cannot be begun is tried again, and is told what the run told the one before', async () => {
  const alive = new URL('./support/dying-of-forgetting.mjs', import.meta.url).href;
  // One that is begun from there throws at once, as where the system gives no more threads.
  const nowhere = 'https://nowhere.invalid/';
  const worker = new URL(nowhere);
  const store = createHistoryStore({ dataDir: await temporaryFolder(), logger: silentLogger, worker });
  onTestFinished(() => store.close());
  let crashes = 0;
  store.on('crashed', () => {
    crashes += 1;
    worker.href = crashes % 2 === 0 ? alive : nowhere;
  });
  await expect(store.open()).rejects.toMatchObject({
    fault: 'failed',
    message: expect.stringMatching(/not running: .+/),
  });
  await expect.poll(() => store.open().then(() => 'open', String), PATIENCE).toBe('open');
  expect(crashes).toBe(2);
  await store.commit(batchOf(series(0, T0, 100, 1000, Number), [declaredChannel(0)]));
  await expect(store.deleteDevice(declaredChannel(2))).rejects.toMatchObject({ fault: 'failed' });
  // The channel is not declared again.
  const next = batchOf(series(0, T0 + 100_000, 10, 1000, Number));
  await expect.poll(() => store.commit(next).then(() => 'committed', String), PATIENCE).toBe('committed');
  expect(crashes).toBe(4);
  expect(await store.count([declaredChannel(0)], T0, T0 + 1e6)).toBe(110);
}, 60_000);

test('a thread that dies between a commit and its answer: the batch is there once, however often it comes again', async () => {
  const folder = await temporaryFolder();
  const worker = new URL('./support/dying-after-commit.mjs', import.meta.url);
  const store = await storeIn(folder, { worker });
  const batch = batchOf(series(0, T0, 100, 1000, Number), [declaredChannel(0)]);
  await expect(store.commit(batch)).rejects.toMatchObject({ fault: 'failed' });
  await expect
    .poll(
      () =>
        store.commit(batch).then(
          () => 'committed',
          () => 'failed',
        ),
      { timeout: 20_000 },
    )
    .toBe('committed');
  await store.commit(batch);
  expect(await store.count([declaredChannel(0)], T0, T0 + 1e6)).toBe(100);
  // The same readings of another batch are others.
  await store.commit(batchOf(series(0, T0, 100, 1000, Number)));
  expect(await store.count([declaredChannel(0)], T0, T0 + 1e6)).toBe(200);
});

test.each([
  ['of the same run: the line goes on, as nothing is missing', 'run/2', []],
  ['of another run: the line is interrupted', 'other/1', [GAP]],
])('what comes after a thread that died, %s', async (_what, next, between) => {
  const folder = await temporaryFolder();
  const worker = new URL('./support/dying-after-commit.mjs', import.meta.url);
  const store = await storeIn(folder, { worker });
  const first = {
    ...batchOf(
      series(0, T0, 3, 100, () => 1),
      [declaredChannel(0)],
    ),
    id: 'run/1',
  };
  await expect(store.commit(first)).rejects.toMatchObject({ fault: 'failed' });
  const then = {
    ...batchOf(
      series(0, T0 + 300, 3, 100, () => 2),
      [declaredChannel(0)],
    ),
    id: next,
  };
  await expect.poll(() => store.commit(then).then(Boolean, () => 'failed'), { timeout: 20_000 }).toBe(false);
  await store.close();
  const values = new TestArchive(folder).points(0).map(({ value }) => value);
  expect(values).toEqual([1, 1, 1, ...between, 2, 2, 2, GAP]);
});
