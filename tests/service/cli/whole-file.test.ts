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
import { outputPath, writeOutputFile } from '../../../service/cli/commands/whole-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-whole-'));
  path = join(folder, 'a.csv');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Pieces of a file. @param look called after each piece */
async function* pieces(texts: readonly string[], look?: () => void): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
    look?.();
  }
}

test('renames the file once it is complete', async () => {
  const seen: string[][] = [];
  await writeOutputFile(
    path,
    pieces(['one', 'two'], () => seen.push(readdirSync(folder))),
    {},
  );
  expect(seen).toEqual([['a.csv.part'], ['a.csv.part']]);
  expect(readdirSync(folder)).toEqual(['a.csv']);
  expect(readFileSync(path, 'utf8')).toBe('onetwo');
});

test('removes the file after an error', async () => {
  const breaking = (async function* () {
    yield Buffer.from('half');
    throw new Error('broken');
  })();
  await expect(writeOutputFile(path, breaking, {})).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test('overwrites an existing file only with force, also one created meanwhile', async () => {
  await expect(
    writeOutputFile(
      path,
      pieces(['new'], () => writeFileSync(path, 'theirs')),
      {},
    ),
  ).rejects.toMatchObject({
    exitCode: 11,
    message: `${path} already exists; choose another file, or use --force to overwrite it`,
  });
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.csv'], 'theirs']);
  await writeOutputFile(path, pieces(['forced']), { force: true });
  expect(readFileSync(path, 'utf8')).toBe('forced');
});

test('does not disturb another export that is writing', async () => {
  writeFileSync(`${path}.part`, 'theirs');
  await expect(writeOutputFile(path, pieces(['new']), {})).rejects.toMatchObject({ exitCode: 11 });
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('theirs');
  await writeOutputFile(path, pieces(['forced']), { force: true });
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('uses the proposed name in a folder', async () => {
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
])('replaces the proposed name %j in a folder', async (name) => {
  mkdirSync(join(folder, 'out'));
  expect(await outputPath(join(folder, 'out'), name, 'ours.csv')).toBe(join(folder, 'out', 'ours.csv'));
});

test('never replaces a FIFO, not even with force', async () => {
  execFileSync('mkfifo', [path]);
  for (const force of [false, true]) {
    await expect(writeOutputFile(path, pieces(['new']), { force })).rejects.toThrow('is not a regular file');
  }
  expect(statSync(path).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test.skipIf(process.platform === 'win32')(
  'replaces a FIFO and a link of the partial file without following them',
  async () => {
    execFileSync('mkfifo', [`${path}.part`]);
    await writeOutputFile(path, pieces(['new']), { force: true });
    const other = join(folder, 'other');
    writeFileSync(other, 'theirs');
    symlinkSync(other, `${path}.part`);
    await writeOutputFile(path, pieces(['newer']), { force: true });
    expect(readFileSync(path, 'utf8')).toBe('newer');
    expect(readFileSync(other, 'utf8')).toBe('theirs');
  },
);
