import type * as files from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Installation } from '../../../service/settings/installation.ts';

/** A disk that has no room for anything new. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const open: typeof files.open = async (path, flags, ...rest) => {
    if (disk.isFull && flags === 'w') throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    return original.open(path, flags, ...rest);
  };
  return { ...original, open };
});

/** `MS` and ten signs of Crockford's base 32, which has no I, L, O, U. */
const ID = /^MS[0-9A-HJKMNP-TV-Z]{10}$/;

describe('the id of an installation', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-installation-'));
    path = join(folder, 'installation.json');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function open(): Promise<string> {
    const installation = new Installation(folder);
    expect(await installation.start()).toBeUndefined();
    return installation.id;
  }

  test('is made once and kept', async () => {
    const id = await open();
    expect(id).toMatch(ID);
    expect(await open()).toBe(id);
    expect(await readdir(folder)).toEqual(['installation.json']);
  });

  test('is another one elsewhere', async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      await rm(path, { force: true });
      ids.add(await open());
    }
    expect(ids.size).toBe(20);
  });

  test('may come from a backup', async () => {
    await writeFile(path, '{"id": "MS0123456789"}');
    expect(await open()).toBe('MS0123456789');
  });

  test.each(['', '{"id":"MS01234"}', '{"id":"MS012345678I"}', '{"id":"ms0123456789"}', '{"id":1}', '{"ids":1}'])(
    'a damaged file (%s) is set aside and told of, and a new id made',
    async (text) => {
      await writeFile(path, text);
      const installation = new Installation(folder);
      expect(await installation.start()).toMatch(/^installation\.json is not/);
      expect(installation.id).toMatch(ID);
      expect(await open()).toBe(installation.id);
      const aside = (await readdir(folder)).find((name) => name.includes('damaged')) ?? '';
      expect(await readFile(join(folder, aside), 'utf8')).toBe(text);
    },
  );

  test('there is none before the start', () => {
    expect(() => new Installation(folder).id).toThrow(/not available before start/);
  });

  test('holds where the disk is full, until it can be saved', async () => {
    disk.isFull = true;
    onTestFinished(() => void (disk.isFull = false));
    const installation = new Installation(folder);
    expect(await installation.start()).toBeUndefined();
    expect(installation.failure).toMatchObject({ error: { code: 'ENOSPC' } });
    await expect(installation.save()).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.isFull = false;
    await installation.save();
    expect(installation.failure).toBeUndefined();
    expect(await open()).toBe(installation.id);
  });

  test('one that cannot be kept is no id', async () => {
    // A folder in the place of the temporary file: it cannot be written.
    await mkdir(`${path}.${process.pid}.tmp`);
    const installation = new Installation(folder);
    await expect(installation.start()).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining('installation.json'),
    });
    expect(() => installation.id).toThrow();
  });
});
