import { mkdtempSync, rmSync } from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { LockWatch } from '../../../service/composition/lock-data-folder.ts';
import { type FolderLock, lockFolder } from '../../../service/support/folder-lock.ts';
import { silentLogger } from '../../../service/support/logger.ts';

const { looks } = vi.hoisted(() => ({ looks: { hang: false, paths: [] as string[] } }));

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const stat = (async (path: string, options: object) => {
    looks.paths.push(path);
    return looks.hang ? new Promise(() => {}) : real.stat(path, options);
  }) as typeof fsPromises.stat;
  return { ...real, stat };
});

const LOOK_MS = 1000;

let folder: string;
let watch: LockWatch | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'mensura-lock-'));
  Object.assign(looks, { hang: false, paths: [] });
});
afterEach(() => {
  watch?.stop();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function begin(lock: FolderLock): { restore: Mock<() => Promise<void>>; lost: unknown[] } {
  const restore = vi.fn<() => Promise<void>>(async () => {});
  const lost: unknown[] = [];
  watch = new LockWatch({ dataDir: folder, lock, logger: silentLogger, restore, onLost: (error) => lost.push(error) });
  watch.start();
  return { restore, lost };
}

test('a disk that hangs holds one thread, however long', async () => {
  const lock = lockFolder(folder);
  if (!lock) throw new Error('not locked');
  looks.hang = true;
  begin(lock);
  await vi.advanceTimersByTimeAsync(10 * LOOK_MS);
  expect(looks.paths).toEqual([join(folder, 'lock')]);
});

test('a disk that was away is waited for only once it answered twice in a row', async () => {
  const answers: Awaited<ReturnType<FolderLock['whereabouts']>>[] = [];
  const release = vi.fn<() => void>();
  const { restore, lost } = begin({ whereabouts: async () => answers.shift() ?? 'in-place', release });
  const look = async (found: (typeof answers)[number]): Promise<number> => {
    answers.push(found);
    await vi.advanceTimersByTimeAsync(LOOK_MS);
    return release.mock.calls.length;
  };
  expect(await look('in-place')).toBe(0);
  expect(restore).toHaveBeenCalledTimes(1);
  expect(await look('away')).toBe(0);
  expect(await look('in-place')).toBe(0);
  expect(await look('away')).toBe(0);
  expect(await look('missing')).toBe(0);
  expect(restore).toHaveBeenCalledTimes(1);
  expect(await look('in-place')).toBe(1);
  expect(restore).toHaveBeenCalledTimes(2);
  expect(lost).toEqual([]);
  expect(lockFolder(folder)).toBeUndefined();
});

test('a folder that another Mensura took meanwhile is lost', async () => {
  const other = lockFolder(folder);
  const { restore, lost } = begin({ whereabouts: async () => 'missing', release: () => {} });
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(lost).toMatchObject([{ code: 'data-folder-in-use' }]);
  expect(restore).not.toHaveBeenCalled();
  other?.release();
});
