import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logTail } from '../../../service/diagnostics/diagnostics.ts';

const MIB = 1024 * 1024;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-log-tail-'));
  path = join(folder, 'mensura.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function tail(): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of logTail(path)) pieces.push(piece);
  return pieces.join('');
}

/** Lines of 62 bytes that are numbered. */
function lines(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${`${name} ${at} é`.padEnd(60)}\n`).join('');
}

test('of a log that there is not is nothing', async () => {
  expect(await tail()).toBe('');
});

test('joins the files of earlier runs, oldest first', async () => {
  await writeFile(`${path}.2`, 'oldest\n');
  await writeFile(`${path}.1`, 'older\n');
  await writeFile(path, 'newest\n');
  expect(await tail()).toBe('oldest\nolder\nnewest\n');
});

test('is the newest mebibyte of all, in whole lines', async () => {
  await writeFile(`${path}.1`, lines('old', 20_000));
  await writeFile(path, lines('new', 2000));
  const text = await tail();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MIB);
  expect(Buffer.byteLength(text)).toBeGreaterThan(MIB - 200);
  expect(text.endsWith(lines('new', 2000))).toBe(true);
  expect(text).toMatch(/^old \d+ é +\n/);
});
