import type * as files from 'node:fs';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { STORE_LIMITS } from '../../../../service/history/store/limits.ts';
import { Store } from '../../../../service/history/store/store.ts';
import type { StoreEvents } from '../../../../service/history/types.ts';
import { batchOf, declaredChannel, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';

/** What may not be renamed, by the end of its name. */
const held = vi.hoisted(() => ({ names: [] as string[] }));

vi.mock('node:fs', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const renameSync: typeof files.renameSync = (from, to) => {
    if (held.names.some((name) => String(from).endsWith(name))) {
      throw Object.assign(new Error('EACCES: permission denied, rename'), { code: 'EACCES' });
    }
    original.renameSync(from, to);
  };
  return { ...original, renameSync };
});

beforeEach(() => {
  held.names = [];
});

const T0 = Date.UTC(2026, 1, 3, 22, 17);
const ALWAYS = [0, 1e14] as const;

const alarm = {
  id: 'a',
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
  since: new Date(T0).toISOString(),
  ended: null,
  count: 1,
  flapping: false,
  acknowledged: null,
  acknowledged_by: '',
  acknowledgment_comment: '',
};

/** Digits that cannot be packed much. */
const noise = (index: number): number => Math.sin(index * 12.9898) * 43_758.5453;

interface Opened {
  store: Store;
  path: string;
  aside: StoreEvents['setAside'][];
}

async function prepare(folder?: string): Promise<Opened> {
  const path = join(folder ?? (await temporaryFolder()), 'history', 'history.sqlite');
  const aside: StoreEvents['setAside'][] = [];
  const store = new Store({ path, limits: STORE_LIMITS, setAside: (event) => aside.push(event), replaced: () => {} });
  onTestFinished(() => store.close());
  return { store, path, aside };
}

function counted(store: Store, slot: number): number {
  return store.count([declaredChannel(slot)], ...ALWAYS);
}

/** Overwrites the last third of a file, as a bad disk does: the blocks that were written last. */
function ruin(path: string): void {
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  writeSync(file, Buffer.alloc(Math.floor(size / 3), 0xa5), 0, undefined, Math.ceil((size * 2) / 3));
  closeSync(file);
}

test('what is no file of SQLite is set aside, and a new one takes readings', async () => {
  const { store, path, aside } = await prepare();
  await mkdir(dirname(path), { recursive: true });
  const rubbish = 'This is a shopping list, and has been for many years.'.repeat(100);
  await writeFile(path, rubbish);
  store.open([]);
  expect(aside).toHaveLength(1);
  expect(aside[0]?.path).toMatch(/history-damaged-\d{8}-\d{6}-\d{3}\.sqlite$/);
  expect(await readFile(aside[0]?.path ?? '', 'utf8')).toBe(rubbish);
  store.commit(batchOf(series(0, T0, 10, 1000, Number), [declaredChannel(0)]));
  expect(counted(store, 0)).toBe(10);
});

test('a file that is found damaged while it is in use: the batch under way and what memory has go into a new one', async () => {
  const folder = await temporaryFolder();
  const earlier = await prepare(folder);
  const slots = [0, 1, 2, 3];
  earlier.store.commit(
    batchOf(
      slots.flatMap((slot) => series(slot, T0, 30_000, 1000, noise)),
      slots.map((slot) => declaredChannel(slot)),
    ),
  );
  // All of it: closing writes only what it finds the time for.
  while (earlier.store.writeBlocks());
  earlier.store.close();
  ruin(earlier.path);

  const { store, aside, path } = await prepare(folder);
  store.open([]);
  expect(aside, 'it opens').toEqual([]);
  let outcome: unknown;
  let last = batchOf([]);
  const committed = { 0: 0, 1: 0 };
  for (let part = 0; part < 200 && aside.length === 0; part += 1) {
    last = batchOf(
      [0, 1].flatMap((slot) => series(slot, T0 + (part + 100) * 1_000_000, 100, 1000, Math.sin)),
      part === 0 ? [declaredChannel(0), declaredChannel(1)] : [],
    );
    store.commit(last);
    committed[0] += 100;
    committed[1] += 100;
    try {
      store.count([declaredChannel(0)], ...ALWAYS);
      store.read(declaredChannel(1), ...ALWAYS, 1e6);
    } catch (error) {
      outcome = error;
    }
  }
  expect(outcome).toBeUndefined();
  expect(aside).toHaveLength(1);
  expect(counted(store, 0)).toBe(committed[0]);
  expect(counted(store, 1)).toBe(committed[1]);
  // The new file knows which batch was the last of the old one.
  store.commit(last);
  expect(counted(store, 1)).toBe(committed[1]);
  // The channels of this run are known without being declared again.
  store.commit(batchOf(series(1, T0 + 1e9, 10, 1000, Number)));
  expect(counted(store, 1)).toBe(committed[1] + 10);
  const names = await readdir(dirname(path));
  expect(names.filter((name) => name.includes('damaged')).length).toBeGreaterThan(0);
  // It is all in the new file, not in memory alone.
  store.close();
  const next = await prepare(folder);
  expect(counted(next.store, 1)).toBe(committed[1] + 10);
  expect(next.aside).toEqual([]);
});

test('a block with a wrong bit is damage, too', async () => {
  const folder = await temporaryFolder();
  const earlier = await prepare(folder);
  earlier.store.commit(batchOf(series(0, T0, 2000, 1000, Math.sin), [declaredChannel(0)]));
  earlier.store.close();
  const database = new DatabaseSync(earlier.path);
  database.exec("UPDATE block SET data = x'00112233' WHERE level = 0");
  database.close();
  const { store, aside } = await prepare(folder);
  expect(store.read(declaredChannel(0), ...ALWAYS, 10).at).toHaveLength(0);
  expect(aside).toHaveLength(1);
});

test.each(['marker', 'alarm'])('a damaged table of %ss is found, and a new file takes both', async (table) => {
  const folder = await temporaryFolder();
  const earlier = await prepare(folder);
  earlier.store.commit(batchOf(series(0, T0, 100, 1000, Number), [declaredChannel(0)]));
  const { id } = earlier.store.addMarker({ at: T0, text: 'door open', device: null });
  earlier.store.putAlarms([alarm]);
  earlier.store.close();
  const database = new DatabaseSync(earlier.path);
  const { page, size } = database
    .prepare('SELECT rootpage AS page, page_size AS size FROM sqlite_schema, pragma_page_size WHERE name = ?')
    .get(table) ?? { page: 0, size: 0 };
  database.close();
  const file = openSync(earlier.path, 'r+');
  writeSync(file, Buffer.alloc(Number(size), 0xa5), 0, undefined, (Number(page) - 1) * Number(size));
  closeSync(file);

  const { store, aside } = await prepare(folder);
  store.open([]);
  if (table === 'marker')
    expect(() => store.changeMarker(id, { at: T0, text: 'shut', device: null })).toThrow('No marker');
  else store.putAlarms([{ ...alarm, peak: 9 }]);
  expect(aside).toHaveLength(1);
  expect(store.listMarkers(...ALWAYS, null)).toEqual([]);
  const marker = store.addMarker({ at: T0 + 1, text: 'anew', device: null });
  store.putAlarms([{ ...alarm, peak: 11 }]);
  store.close();
  const next = await prepare(folder);
  expect(next.store.listMarkers(...ALWAYS, null)).toEqual([marker]);
  expect(next.store.listAlarms({ from: ALWAYS[0], to: ALWAYS[1], limit: 10 }).alarms).toEqual([{ ...alarm, peak: 11 }]);
  expect(next.aside).toEqual([]);
});

test.each([
  ['nothing of it', ['.sqlite', '-wal', '-shm']],
  ['the file itself, but not what is beside it', ['-wal', '-shm']],
])(
  'a damaged file of which %s can be moved is set aside when it can, and nothing is taken before',
  async (_, names) => {
    const folder = await temporaryFolder();
    const { store, aside, path } = await prepare(folder);
    store.commit(batchOf(series(0, T0, 1000, 1000, noise), [declaredChannel(0)]));
    while (store.writeBlocks());
    store.commit(batchOf(series(0, T0 + 1e6, 10, 1000, noise)));
    // Another program that has it open: so what SQLite keeps beside it stays.
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec("UPDATE block SET data = x'00112233' WHERE level = 0");
    held.names = names;
    const next = batchOf(series(0, T0 + 2e6, 10, 1000, noise));
    const refused = expect.objectContaining({ fault: 'read-only' }) as Error;
    expect(() => store.read(declaredChannel(0), ...ALWAYS, 1e6)).toThrow(refused);
    for (let tries = 0; tries < 3; tries += 1) {
      expect(() => store.commit(next)).toThrow(refused);
      expect(() => counted(store, 0)).toThrow(refused);
    }
    expect(aside).toEqual([]);
    held.names = [];
    store.commit(next);
    // What memory had of the damaged file, and what came since.
    expect(counted(store, 0)).toBe(20);
    expect(aside).toHaveLength(1);
    const found = await readdir(dirname(path));
    expect(found.filter((name) => name.endsWith('.sqlite'))).toHaveLength(2);
    expect(found).toContain(`${basename(aside[0]?.path ?? '')}-wal`);
    store.close();
    expect(counted((await prepare(folder)).store, 0)).toBe(20);
  },
);
