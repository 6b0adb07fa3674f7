import { mkdirSync, renameSync } from 'node:fs';
import type * as files from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  DELIVERED,
  drain,
  figures,
  makeFolder,
  numberOf,
  type Observed,
  PATIENCE,
  pushAll,
  range,
  segmentsIn,
  startOutbox,
  takeThere,
} from './support.ts';

/** A disk of which some files cannot be opened. */
const disk = vi.hoisted(() => ({
  code: 'EIO',
  refuses: (_path: string): boolean => false,
  /** What was refused. */
  refused: [] as string[],
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const open: typeof files.open = async (path, ...rest) => {
    if (!disk.refuses(String(path))) return original.open(path, ...rest);
    disk.refused.push(String(path));
    throw Object.assign(new Error(`${disk.code}: refused`), { code: disk.code });
  };
  return { ...original, open };
});

beforeEach(() => {
  disk.code = 'EIO';
  disk.refuses = () => false;
  disk.refused = [];
});

/** More than a segment that is lost gets. */
const MANY_TRIES = 8;

/** Where an outbox lies, in a data folder of its own. */
function makeDataFolder() {
  const data = `${dirname(makeFolder())}/data`;
  mkdirSync(data);
  return { data, folder: join(data, 'mqtt', 'lab', 'outbox') };
}

/** One with messages 1 to 200 in several segments, of which the greatest part is on disk alone. */
async function startFull(folder: string): Promise<Observed> {
  const observed = await startOutbox(folder, { limits: { memoryMessages: 64, segmentBytes: 2000 } });
  for (const turn of range(0, 9)) {
    pushAll(observed.outbox, range(turn * 20 + 1, turn * 20 + 20));
    await observed.outbox.flush();
  }
  expect(segmentsIn(folder).length).toBeGreaterThan(4);
  return observed;
}

/** Delivers what is in memory, so that the next is to be read. */
function deliverThere({ outbox }: Observed): number[] {
  return takeThere(outbox).map((message) => {
    outbox.settle(message, DELIVERED);
    return numberOf(message);
  });
}

test('a data folder that goes away for long and comes back has everything that waited in it', async () => {
  const { data, folder } = makeDataFolder();
  const observed = await startFull(folder);
  const read = vi.fn<(path: string) => boolean>(() => false);
  renameSync(data, `${data}.away`);
  disk.refuses = read;
  const first = deliverThere(observed);
  const tries = (): number => read.mock.calls.filter(([path]) => path.endsWith('.segment')).length;
  await expect.poll(tries, PATIENCE).toBeGreaterThan(MANY_TRIES);
  renameSync(`${data}.away`, data);
  expect([...first, ...(await drain(observed.outbox))]).toEqual(range(1, 200));
  expect(figures(observed.outbox)).toMatchObject({ size: 0, bytes: 0, dropped: 0 });
  await expect.poll(() => observed.problems.at(-1), PATIENCE).toBeNull();
});

test('one that was away when it was read, and is back when it is looked for, is not lost', async () => {
  const { folder } = makeDataFolder();
  const observed = await startFull(folder);
  disk.code = 'ENOENT';
  disk.refuses = (path) => path.endsWith('.segment');
  const first = deliverThere(observed);
  await expect.poll(() => disk.refused.length, PATIENCE).toBeGreaterThan(MANY_TRIES);
  disk.refuses = () => false;
  expect([...first, ...(await drain(observed.outbox))]).toEqual(range(1, 200));
  expect(figures(observed.outbox)).toMatchObject({ size: 0, dropped: 0 });
});

test('a disk that answers everything with an error for long, and is mended, has everything that waited on it', async () => {
  const { folder } = makeDataFolder();
  const observed = await startFull(folder);
  disk.refuses = (path) => path.startsWith(folder);
  const first = deliverThere(observed);
  const tries = (): number => disk.refused.filter((path) => path.endsWith('.segment')).length;
  await expect.poll(tries, PATIENCE).toBeGreaterThan(MANY_TRIES);
  disk.refuses = () => false;
  expect([...first, ...(await drain(observed.outbox))]).toEqual(range(1, 200));
  expect(figures(observed.outbox)).toMatchObject({ size: 0, bytes: 0, dropped: 0 });
});

test('one segment in which the disk has an error is given up and counted, and what is behind it delivered', async () => {
  const { folder } = makeDataFolder();
  const observed = await startFull(folder);
  const broken = segmentsIn(folder).at(-2) as string;
  disk.refuses = (path) => path.endsWith(broken);
  const numbers = [...deliverThere(observed), ...(await drain(observed.outbox))];
  const { dropped, delivered } = figures(observed.outbox);
  expect(delivered + dropped).toBe(200);
  expect(dropped).toBeGreaterThan(0);
  expect(dropped).toBeLessThan(50);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.at(-1)).toBe(200);
  expect(observed.lines.join()).toContain('outbox file damaged or deleted');
});

test('one that may not be read waits, which is told, until it may', async () => {
  const { folder } = makeDataFolder();
  const observed = await startFull(folder);
  disk.code = 'EACCES';
  disk.refuses = (path) => path.endsWith('.segment');
  const first = deliverThere(observed);
  const tries = (): number => disk.refused.length;
  await expect.poll(() => observed.problems.at(-1)?.text, PATIENCE).toContain('Cannot read the outbox');
  await expect.poll(tries, PATIENCE).toBeGreaterThan(MANY_TRIES);
  disk.refuses = () => false;
  expect([...first, ...(await drain(observed.outbox))]).toEqual(range(1, 200));
  expect(figures(observed.outbox)).toMatchObject({ size: 0, dropped: 0 });
  await expect.poll(() => observed.problems.at(-1), PATIENCE).toBeNull();
  // Not one for each try.
  expect(observed.problems.length).toBeLessThan(4);
});
