import type * as files from 'node:fs/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { copyMarkerPath, inspectDataFolder } from '../../electron/data-folder-candidate.ts';
import { INSTALLATION_FILE } from '../../service/settings/installation.ts';

/** A drive that does not respond. */
const drive = vi.hoisted(() => ({ hangs: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const readdir = ((path: string) =>
    drive.hangs ? new Promise(() => {}) : original.readdir(path)) as typeof original.readdir;
  return { ...original, readdir };
});

afterEach(() => {
  drive.hangs = false;
  vi.useRealTimers();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mensura-target-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('accepts an empty folder and rejects one with other files', async () => {
  const [present, target] = [await folder(), await folder()];
  expect(await inspectDataFolder(target, present)).toEqual({ kind: 'empty' });
  await writeFile(join(target, 'notes'), '');
  expect(await inspectDataFolder(target, present)).toMatchObject({ kind: 'refused' });
});

test('accepts a folder with Mensura data, but no incomplete copy', async () => {
  const [present, target] = [await folder(), await folder()];
  await writeFile(join(target, INSTALLATION_FILE), '{}');
  expect(await inspectDataFolder(target, present)).toEqual({ kind: 'data' });
  await writeFile(copyMarkerPath(target), '');
  expect(await inspectDataFolder(target, present)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('incomplete copy') as string,
  });
});

test('rejects the current data folder and folders inside it', async () => {
  const present = await folder();
  expect(await inspectDataFolder(present, present)).toMatchObject({ kind: 'refused' });
  const inside = join(present, 'inside');
  await mkdir(inside);
  expect(await inspectDataFolder(inside, present)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('inside the current data folder') as string,
  });
});

test('rejects a folder that does not respond', async () => {
  const [present, target] = [await folder(), await folder()];
  drive.hangs = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const judged = inspectDataFolder(target, present);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await judged).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^Checking the folder .* 10000 ms\. Choose another folder\.$/) as string,
  });
});
