import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyData, listData } from '../../electron/data-copy.ts';
import { COPY_MARKER_FILE, inspectDataFolder } from '../../electron/data-folder-candidate.ts';

let root: string;
let from: string;
let to: string;

const put = async (path: string, text = 'text'): Promise<void> => {
  await mkdir(join(from, path, '..'), { recursive: true });
  await writeFile(join(from, path), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mensura-copy-'));
  from = join(root, 'from');
  to = join(root, 'to');
  await mkdir(from);
  await mkdir(to);
});
afterEach(() => rm(root, { recursive: true }));

const copy = (options: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {}) =>
  copyData({ from, to, signal: new AbortController().signal, onProgress: () => {}, ...options });

describe('copyData', () => {
  test('copies the data and the files of Chromium that are not cache', async () => {
    for (const path of [
      'settings.json',
      'mqtt/a/1.log',
      'electron/window.json',
      'electron/Local Storage/leveldb/1.log',
    ]) {
      await put(path);
    }
    for (const path of ['lock', 'instance.json', 'location.json', 'settings.json.12.tmp', 'electron/Cache/1'])
      await put(path);
    const moments: [number, number][] = [];
    await copy({ onProgress: (...moment) => moments.push(moment) });
    const copied = (await listData(to)).map(({ path }) => path);
    expect(copied.toSorted()).toEqual(
      ['electron/Local Storage/leveldb/1.log', 'electron/window.json', 'mqtt/a/1.log', 'settings.json'].map((path) =>
        join(path),
      ),
    );
    expect(await readdir(to)).toEqual(['electron', 'mqtt', 'settings.json']);
    expect(await readFile(join(to, 'mqtt/a/1.log'), 'utf8')).toBe('text');
    expect(moments.at(-1)).toEqual([16, 16]);
  });

  test('deletes only the copy after a cancel', async () => {
    await put('a/big.bin', 'x'.repeat(5_000_000));
    await writeFile(join(to, 'location.json'), 'of another');
    const cancelling = new AbortController();
    const copying = copy({ signal: cancelling.signal, onProgress: () => cancelling.abort() });
    await expect(copying).rejects.toThrow('aborted');
    expect(await readdir(to)).toEqual(['location.json']);
  });

  test('copies the targets of links', async () => {
    await put('../disk/2026.sqlite');
    await symlink(join(root, 'disk'), join(from, 'history'));
    await copy();
    expect((await lstat(join(to, 'history'))).isDirectory()).toBe(true);
    expect(await readFile(join(to, 'history/2026.sqlite'), 'utf8')).toBe('text');
  });

  test('fails and removes the copy if a link leads in a circle', async () => {
    await put('settings.json');
    await symlink('.', join(from, 'circle'));
    await expect(copy()).rejects.toThrow(/circle/);
    expect(await readdir(to)).toEqual([]);
  });

  test('copies nothing without enough free space', async () => {
    await put('history.sqlite');
    // A sparse file.
    await truncate(join(from, 'history.sqlite'), 2 ** 43);
    await expect(copy()).rejects.toThrow(
      /^The data needs [\d,.]+ MiB, but .* has only [\d,.]+ MiB free\. Free up disk space, or choose another folder\.$/,
    );
    expect(await readdir(to)).toEqual([]);
  });
});

describe('judgeTarget', () => {
  const judge = (folder = to) => inspectDataFolder(folder, from);
  const refusal = async (folder?: string): Promise<string> => {
    const target = await judge(folder);
    return target.kind === 'refused' ? target.reason : target.kind;
  };

  test('accepts an empty folder, also with files of the system', async () => {
    await writeFile(join(to, '.DS_Store'), '');
    expect(await judge()).toEqual({ kind: 'empty' });
  });

  test('detects Mensura data', async () => {
    await writeFile(join(to, 'installation.json'), '{}');
    expect(await judge()).toEqual({ kind: 'data' });
  });

  test('rejects folders whose data would be lost or mixed', async () => {
    expect(await refusal(from)).toContain('already');
    await mkdir(join(from, 'inner'));
    expect(await refusal(join(from, 'inner'))).toContain('inside the current data folder');
    await writeFile(join(to, 'thesis.txt'), '');
    expect(await refusal()).toContain('other files');
    await writeFile(join(to, COPY_MARKER_FILE), '');
    await writeFile(join(to, 'installation.json'), '{}');
    expect(await refusal()).toContain('incomplete copy');
    expect(await refusal(join(root, 'nowhere'))).toMatch(/^ENOENT: .*\. Choose another folder\.$/);
  });
});
