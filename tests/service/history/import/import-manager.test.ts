import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { History } from '../../../../service/history/history.ts';
import { ImportManager } from '../../../../service/history/import/import-manager.ts';
import { createHistoryStore } from '../../../../service/history/store/history-store.ts';
import { type HistoryStore, StoreError } from '../../../../service/history/types.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createBench } from '../../devices/support.ts';
import { temporaryFolder } from '../store/support/folder.ts';

const WAIT = { timeout: 60_000, interval: 20 };

const CHANNEL = { family: 'usb', serial: 'E24638', channel: 'temperature' } as const;

const NOW = Math.floor(Date.now() / 3_600_000) * 3_600_000;

/** A file of readings, one each second. */
function fileOf(start: number, count: number, value = (index: number): number => index): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${new Date(start + index * 1000).toISOString()},${value(index)}`,
  );
  return `time (UTC),E24638 temperature (°C)\r\n${rows.join('\r\n')}\r\n`;
}

/** A service's history with imports, over a folder, before it has opened its file. @param adapt the store it gets */
function begin(dataDir: string, adapt = (store: HistoryStore): HistoryStore => store) {
  const { registry } = createBench();
  const store = adapt(createHistoryStore({ dataDir, logger: silentLogger }));
  const history = new History({ store, registry, recordSimulated: false, clock: systemClock, logger: silentLogger });
  const folder = join(dataDir, 'imports');
  const imports = new ImportManager({ history, registry, folder, clock: systemClock, logger: silentLogger });
  imports.start();
  const opened = new Promise<void>((resolve) => void history.events.on('opened', () => resolve()));
  history.start({ record: true, retention: { rawDays: 90, minuteDays: 730, maxBytes: 1e12 } });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await imports.stop();
    await history.stop();
    registry.stop();
  };
  onTestFinished(stop);
  const settled = (id: string) =>
    vi.waitFor(() => {
      const job = imports.get(id);
      expect(job.progress).toBeNull();
      return job;
    }, WAIT);
  return {
    opened,
    folder,
    store,
    history,
    imports,
    stop,
    settled,
    upload: async (text: string, file = 'log.csv') => {
      const { id } = await imports.upload(file, { columns: [] }, Readable.from([Buffer.from(text)]));
      return settled(id);
    },
    count: () => store.count([CHANNEL], 0, 1e14),
  };
}

async function open(dataDir: string, adapt?: (store: HistoryStore) => HistoryStore) {
  const service = begin(dataDir, adapt);
  await service.opened;
  return service;
}

const TARGET = { ...CHANNEL, unit: '°C', description: 'Temperature', label: '', product: '', order: 0 };

/** Stores the first readings of `fileOf`, as an import does that is then killed. */
async function interrupt({ imports }: HistoryStore, start: number, count: number, id = '00000001'): Promise<void> {
  await imports.begin(id, { file: 'old.csv', created: new Date(start).toISOString(), columns: [] });
  const at = Float64Array.from({ length: count }, (_, index) => start + index * 1000);
  await imports.add(id, TARGET, { at, value: at.map((_, index) => index), reach: new Float64Array(count) });
}

/** The same function, whose first call fails. */
function failingOnce<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  let isFirst = true;
  return (...args: Args): Promise<Result> => {
    if (!isFirst) return call(...args);
    isFirst = false;
    return Promise.reject(new StoreError('failed', 'no'));
  };
}

const columnsOf = ({ columns }: { columns: { readings: number; new: number; stored: number }[] }) =>
  columns.map(({ readings, new: added, stored }) => [readings, added, stored]);

test('previews, imports and undoes a file; what is stored is skipped', async () => {
  const { imports, upload, settled, count, folder } = await open(await temporaryFolder());
  const job = await upload(fileOf(NOW - 86_400_000, 10_000));
  expect(job).toMatchObject({ state: 'ready', error: null, can_undo: false, lines: 10_000, unreadable_lines: 0 });
  expect(columnsOf(job)).toEqual([[10_000, 10_000, 0]]);
  expect(job.warnings).toEqual(['usb/E24638/temperature is not stored yet and is added in °C.']);
  expect(await count()).toBe(0);

  imports.apply(job.id);
  expect(await settled(job.id)).toMatchObject({ state: 'applied', can_undo: true, error: null });
  expect(await count()).toBe(10_000);
  expect(readdirSync(folder)).toEqual([]);

  const second = await upload(fileOf(NOW - 86_400_000 + 9_000_000, 2000, () => 5));
  expect(columnsOf(second)).toEqual([[2000, 1000, 1000]]);
  imports.apply(second.id);
  await settled(second.id);
  expect(await count()).toBe(11_000);

  const third = await upload(fileOf(NOW - 86_400_000, 100));
  expect(() => imports.apply(third.id)).toThrow('The file has no new readings to import.');
  await imports.remove(third.id);
  expect(() => imports.get(third.id)).toThrow(`No import with ID ${third.id}.`);

  await imports.remove(job.id);
  await vi.waitFor(() => expect(imports.list().imports.map(({ id }) => id)).toEqual([second.id]), WAIT);
  expect(await count()).toBe(1000);
});

test('undoes an import after a restart', async () => {
  const dataDir = await temporaryFolder();
  const before = await open(dataDir);
  const { id } = await before.upload(fileOf(NOW - 86_400_000, 100));
  before.imports.apply(id);
  await before.settled(id);
  await before.upload(fileOf(NOW - 3_600_000, 100));
  await before.stop();
  expect(existsSync(before.folder)).toBe(false);

  const after = await open(dataDir);
  await vi.waitFor(() => expect(after.imports.list().imports).toHaveLength(1), WAIT);
  expect(after.imports.get(id)).toMatchObject({ state: 'applied', can_undo: true, file: 'log.csv', options: null });
  await after.imports.remove(id);
  await vi.waitFor(() => expect(after.imports.list().imports).toEqual([]), WAIT);
  expect(await after.count()).toBe(0);
});

test.each(['applying', 'undoing'] as const)('removes an import that was killed while %s', async (state) => {
  const dataDir = await temporaryFolder();
  const before = await open(dataDir);
  const { id, created, file, columns } = await before.upload(fileOf(NOW - 86_400_000, 100));
  const { store } = before;
  await interrupt(store, NOW - 86_400_000, 50);
  if (state === 'undoing') await store.imports.setState('00000001', 'undoing', { created, file, columns });
  expect(await before.count()).toBe(50);
  await before.imports.remove(id);
  await before.stop();

  const after = await open(dataDir);
  await vi.waitFor(async () => expect(await after.store.imports.list()).toEqual([]), WAIT);
  expect(await after.count()).toBe(0);
  await vi.waitFor(() => expect(after.imports.list().imports).toEqual([]), WAIT);
});

test('undoes an interrupted import before another one that was uploaded while the history was opening', async () => {
  const dataDir = await temporaryFolder();
  const start = NOW - 86_400_000;
  const before = await open(dataDir);
  await interrupt(before.store, start, 5000);
  await before.stop();

  const gate = Promise.withResolvers<void>();
  const { imports, settled, count, store } = begin(dataDir, (real) => ({
    ...real,
    open: () => gate.promise.then(() => real.open()),
  }));
  const { id } = await imports.upload('log.csv', { columns: [] }, Readable.from([Buffer.from(fileOf(start, 10_000))]));
  gate.resolve();
  expect(await settled(id)).toMatchObject({ state: 'ready' });
  await vi.waitFor(async () => {
    imports.apply(id);
    await Promise.resolve();
  }, WAIT);
  expect(await settled(id)).toMatchObject({ state: 'applied', error: null });
  expect((await store.imports.list()).map((one) => [one.id, one.state])).toEqual([[id, 'applied']]);
  expect((await store.imports.parts(id)).reduce((sum, { readings }) => sum + readings, 0)).toBe(10_000);
  expect(await count()).toBe(10_000);
});

test('takes no import while an undo that failed waits for its next try', async () => {
  const dataDir = await temporaryFolder();
  const before = await open(dataDir);
  await interrupt(before.store, NOW - 86_400_000, 50);
  await before.stop();

  const { imports, upload, count } = await open(dataDir, (real) => ({
    ...real,
    imports: { ...real.imports, removePart: failingOnce(real.imports.removePart) },
  }));
  await vi.waitFor(() => expect(imports.get('00000001').error).toMatch(/no/), WAIT);
  await expect(upload(fileOf(NOW - 86_400_000, 100))).rejects.toThrow(
    'The readings of old.csv, whose import was interrupted, are being removed. Try again when they are.',
  );
  await vi.waitFor(() => expect(imports.list().imports).toEqual([]), WAIT);
  expect(await count()).toBe(0);
  expect(await upload(fileOf(NOW - 86_400_000, 100))).toMatchObject({ state: 'ready' });
});

test('imports while as many queries are running as are taken', async () => {
  const gate = Promise.withResolvers<never[]>();
  const { imports, history, upload, settled, count } = await open(await temporaryFolder(), (real) => ({
    ...real,
    markers: { ...real.markers, list: () => gate.promise },
  }));
  const asked = Array.from({ length: 16 }, () => history.markers(0, 1, null));
  await expect(history.markers(0, 1, null)).rejects.toMatchObject({ code: 'too-many' });
  const job = await upload(fileOf(NOW - 86_400_000, 100));
  expect(job).toMatchObject({ state: 'ready', error: null });
  imports.apply(job.id);
  expect(await settled(job.id)).toMatchObject({ state: 'applied', error: null });
  expect(await count()).toBe(100);
  gate.resolve([]);
  await Promise.all(asked);
});

test('undoes an interrupted import although the list of imports could not be read at once', async () => {
  const dataDir = await temporaryFolder();
  const before = await open(dataDir);
  await interrupt(before.store, NOW - 86_400_000, 50);
  await before.stop();
  const { imports, store, upload, count } = await open(dataDir, (real) => ({
    ...real,
    imports: { ...real.imports, list: failingOnce(real.imports.list) },
  }));
  const job = await upload(fileOf(NOW - 86_400_000, 100));
  await vi.waitFor(async () => expect(await store.imports.list()).toEqual([]), WAIT);
  await vi.waitFor(() => expect(imports.list().imports.map(({ id }) => id)).toEqual([job.id]), WAIT);
  expect(await count()).toBe(0);
});

test('removes an import whose last reply was lost, and takes its file again', async () => {
  const states: string[] = [];
  const { imports, upload, settled, count } = await open(await temporaryFolder(), (real) => {
    const remove = failingOnce(real.imports.removePart);
    return {
      ...real,
      imports: {
        ...real.imports,
        setState: async (id, state, summary) => {
          await real.imports.setState(id, state, summary);
          if (state === 'applied' && states.length === 0) throw new StoreError('failed', 'no reply');
        },
        removePart: async (part) => {
          states.push(...(await real.imports.list()).map(({ state }) => state));
          return remove(part);
        },
      },
    };
  });
  const { id } = await upload(fileOf(NOW - 86_400_000, 100));
  imports.apply(id);
  await vi.waitFor(() => expect(imports.get(id)).toMatchObject({ state: 'ready', progress: null }), WAIT);
  expect(new Set(states)).toEqual(new Set(['undoing']));
  expect(await count()).toBe(0);
  imports.apply(id);
  expect(await settled(id)).toMatchObject({ state: 'applied', error: null });
  expect(await count()).toBe(100);
});

test('removes what it added when an import is canceled, and keeps the preview', async () => {
  const { imports, store, upload, settled, count } = await open(await temporaryFolder());
  const job = await upload(fileOf(NOW - 10 * 86_400_000, 100_000));
  imports.apply(job.id);
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), WAIT);
  await expect(imports.upload('b.csv', { columns: [] }, Readable.from(['x']))).rejects.toThrow(
    'Another import is running. Try again when it has ended.',
  );
  await imports.remove(job.id);
  expect(await settled(job.id)).toMatchObject({ state: 'ready', error: 'The import was canceled.' });
  expect(await count()).toBe(0);
  expect(await store.imports.list()).toEqual([]);
});

test('reads a general file as its columns are assigned', async () => {
  const { imports, store, upload, settled } = await open(await temporaryFolder());
  const day = new Date(NOW - 86_400_000).toISOString().slice(0, 10);
  const job = await upload(`when;Temp (F);Note\n${day} 15:00:00;72,5;ok\n${day} 15:01:00;73,4;ok\n`);
  expect(job.columns.map(({ heading, channel, unit }) => [heading, channel, unit])).toEqual([
    ['Temp (F)', null, '°F'],
    ['Note', null, ''],
  ]);
  expect(() => imports.apply(job.id)).toThrow('The file has no new readings to import.');
  imports.change(job.id, { time_zone: 'Etc/UTC', columns: [{ column: 2, channel: 'usb/E24638/temperature' }] });
  expect(columnsOf(await settled(job.id))).toEqual([
    [2, 2, 0],
    [0, 0, 0],
  ]);
  imports.apply(job.id);
  await settled(job.id);
  const { at, value } = await store.read(CHANNEL, 0, 1e14, 10);
  expect([...at]).toEqual([Date.parse(`${day}T15:00:00Z`), Date.parse(`${day}T15:01:00Z`)]);
  expect([...value]).toEqual([22.5, expect.closeTo(23, 9)]);
  const other = await upload('when,value\n2026-01-01 00:00,1\n');
  imports.change(other.id, { time_zone: 'Nowhere/Town', columns: [] });
  expect(await settled(other.id)).toMatchObject({
    state: 'unreadable',
    error: 'time_zone: unknown time zone "Nowhere/Town".',
  });
});

test('warns of readings of which the size limit leaves only aggregates', async () => {
  const { upload } = await open(await temporaryFolder(), (real) => ({
    ...real,
    imports: {
      ...real.imports,
      check: async (...args) => {
        const step = await real.imports.check(...args);
        return { ...step, aggregated: step.added };
      },
    },
  }));
  const job = await upload(fileOf(NOW - 30 * 86_400_000, 10));
  expect(job.columns[0]).toMatchObject({ new: 10, expired: 10 });
  expect(job.warnings).toContain(
    'Older than the raw readings that the size limit of the history leaves: 10 readings. Only their aggregates are stored.',
  );
});

test('warns of readings older than the retention, refuses what is no file of readings, and holds four previews', async () => {
  const { imports, upload, folder } = await open(await temporaryFolder());
  const old = await upload(fileOf(NOW - 100 * 86_400_000, 10));
  expect(old.columns[0]).toMatchObject({ new: 10, expired: 10 });
  expect(old.warnings).toContain(
    'Older than the retention of raw readings (90 days): 10 readings. They are deleted within the hour, and their aggregates stay.',
  );
  const unreadable = await upload('no,times\n1,2\n');
  expect(unreadable).toMatchObject({ state: 'unreadable' });
  expect(unreadable.error).toMatch(/^The file is not recognized/);
  expect(() => imports.apply(unreadable.id)).toThrow('The file cannot be imported: The file is not recognized');
  await expect(upload('')).rejects.toThrow('The file is empty.');
  for (let index = 0; index < 3; index += 1) await upload(fileOf(NOW - 86_400_000, 1));
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(4), WAIT);
  expect(imports.list().imports).toHaveLength(4);
  expect(() => imports.get(old.id)).toThrow('No import with ID');
});
