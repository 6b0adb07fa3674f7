import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outputPath, saveWhole } from '../../../service/cli/commands/whole-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-whole-'));
  path = join(folder, 'a.csv');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Pieces of a file; the look at the folder is what it holds between them. */
async function* pieces(texts: readonly string[], look?: () => void): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
    look?.();
  }
}

test('the file has its name once it is whole', async () => {
  const seen: string[][] = [];
  await saveWhole(
    path,
    pieces(['one', 'two'], () => seen.push(readdirSync(folder))),
    {},
  );
  expect(seen).toEqual([['a.csv.part'], ['a.csv.part']]);
  expect(readdirSync(folder)).toEqual(['a.csv']);
  expect(readFileSync(path, 'utf8')).toBe('onetwo');
});

test('nothing is left of one that breaks off', async () => {
  const breaking = (async function* () {
    yield Buffer.from('half');
    throw new Error('broken');
  })();
  await expect(saveWhole(path, breaking, {})).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test('what is there stays, also what came meanwhile', async () => {
  await expect(
    saveWhole(
      path,
      pieces(['new'], () => writeFileSync(path, 'theirs')),
      {},
    ),
  ).rejects.toMatchObject({
    exitCode: 11,
    message: `${path} is there already; name another file, or give --force`,
  });
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.csv'], 'theirs']);
  await saveWhole(path, pieces(['forced']), { force: true });
  expect(readFileSync(path, 'utf8')).toBe('forced');
});

test('another export that is writing is not disturbed', async () => {
  writeFileSync(`${path}.part`, 'theirs');
  await expect(saveWhole(path, pieces(['new']), {})).rejects.toMatchObject({ exitCode: 11 });
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('theirs');
  await saveWhole(path, pieces(['forced']), { force: true });
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('a folder takes the proposed name', async () => {
  mkdirSync(join(folder, 'out'));
  expect(await outputPath(join(folder, 'out'), 'b.csv', 'ours')).toBe(join(folder, 'out', 'b.csv'));
  expect(await outputPath(path, 'b.csv', 'ours')).toBe(path);
});

test.each([
  '../b.csv',
  '/etc/passwd',
  'a/b.csv',
  String.raw`a\b.csv`,
  '.bashrc',
  '-rf',
  '',
  '..',
  'b.csv.',
  'b.csv ',
  'b\n.csv',
  'CON',
  'nul.csv',
  'x'.repeat(300),
])('a folder takes a name of ours where the proposed one is %j', async (name) => {
  mkdirSync(join(folder, 'out'));
  expect(await outputPath(join(folder, 'out'), name, 'ours.csv')).toBe(join(folder, 'out', 'ours.csv'));
});

test('what is no file is never replaced, also not by those who may', async () => {
  execFileSync('mkfifo', [path]);
  for (const force of [false, true]) {
    await expect(saveWhole(path, pieces(['new']), { force })).rejects.toThrow('is no file that can be replaced');
  }
  expect(statSync(path).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test.skipIf(process.platform === 'win32')(
  'replaces a FIFO and a link of the partial file without following them',
  async () => {
    execFileSync('mkfifo', [`${path}.part`]);
    await saveWhole(path, pieces(['new']), { force: true });
    const other = join(folder, 'other');
    writeFileSync(other, 'theirs');
    symlinkSync(other, `${path}.part`);
    await saveWhole(path, pieces(['newer']), { force: true });
    expect(readFileSync(path, 'utf8')).toBe('newer');
    expect(readFileSync(other, 'utf8')).toBe('theirs');
  },
);
