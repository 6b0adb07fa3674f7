import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RowFile } from '../../../../service/history/csv-log/day-file.ts';
import { RowWriter } from '../../../../service/history/csv-log/row-writer.ts';
import { startNodeHelper } from '../../../../service/support/helper-process.ts';
import { workerFile } from '../../../../service/support/worker-file.ts';
import { playWriter } from './support/writer-here.ts';

const NAME = 'E1_2026-11-20.csv';

function begin(): { writer: RowWriter; folder: string; file: RowFile } {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-writer-'));
  const writer = new RowWriter(() => startNodeHelper(workerFile('csv-writer')));
  onTestFinished(async () => {
    await writer.end();
    rmSync(folder, { recursive: true });
  });
  const common = { stem: 'E1', day: '2026-11-20', heading: 'time,value\r\n', separator: ',', otherMark: ';' };
  return { writer, folder, file: { ...common, folder: join(folder, 'csv'), makesFolder: true, mode: 0o600 } };
}

test('writes rows in a process of its own, for this user alone', async () => {
  const { writer, file } = begin();
  await writer.append(file, '1,one\r\n');
  await writer.append(file, '2,two\r\n');
  await writer.end();
  expect(readFileSync(join(file.folder, NAME), 'utf8')).toBe('\uFEFFtime,value\r\n1,one\r\n2,two\r\n');
  if (process.platform !== 'win32') {
    expect(statSync(file.folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(file.folder, NAME)).mode & 0o777).toBe(0o600);
  }
  await expect(writer.append(file, '3,three\r\n')).rejects.toThrow('is stopping');
});

test('passes on what the file system says', async () => {
  const { writer, file } = begin();
  const away = { ...file, makesFolder: false };
  await expect(writer.append(away, '1,one\r\n')).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(process.platform === 'win32')('does not wait at a FIFO, with a reader or without', async () => {
  const { writer, file } = begin();
  await writer.append({ ...file, stem: 'E2' }, '1,one\r\n');
  const path = join(file.folder, NAME);
  execFileSync('mkfifo', [path]);
  await expect(writer.append(file, '1,one\r\n')).rejects.toMatchObject({ code: 'ERR_NOT_REGULAR' });
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  await expect(writer.append(file, '1,one\r\n')).rejects.toMatchObject({ code: 'ERR_NOT_REGULAR' });
  closeSync(reader);
});

test('begins another process where one was ended from outside, and writes rows once', async () => {
  const { folder, file } = begin();
  const started: ReturnType<typeof startNodeHelper>[] = [];
  const writer = new RowWriter(() => {
    const helper = startNodeHelper(workerFile('csv-writer'));
    started.push(helper);
    return helper;
  });
  await writer.append(file, '1,one\r\n');
  started[0]?.kill();
  const appended = writer.append(file, '2,two\r\n');
  await appended.catch(() => writer.append(file, '2,two\r\n'));
  await writer.end();
  expect(readdirSync(folder)).toEqual(['csv']);
  expect(readFileSync(join(file.folder, NAME), 'utf8')).toBe('\uFEFFtime,value\r\n1,one\r\n2,two\r\n');
  expect(started).toHaveLength(2);
});

test('says that rows are repeated until they are written', async () => {
  const { file } = begin();
  const told: boolean[] = [];
  const played = playWriter(async ({ id, isRepeated }) => {
    told.push(isRepeated);
    if (told.length === 1) played.crash();
    return told.length < 4 ? { id, failure: { message: 'away', code: 'EIO' } } : { id };
  });
  const writer = new RowWriter(played.start);
  for (let tries = 0; tries < 5; tries += 1) await writer.append(file, '1,one\r\n').catch(() => {});
  expect(told).toEqual([false, true, true, true, false]);
});
