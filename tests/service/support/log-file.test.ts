import type * as files from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LogFile } from '../../../service/support/log-file.ts';

/** Whether closing a file fails, as where the disk says then what it could not keep. */
const disk = vi.hoisted(() => ({ closes: true }));

vi.mock('node:fs', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const closeSync = (descriptor: number): void => {
    original.closeSync(descriptor);
    if (!disk.closes) throw Object.assign(new Error('EIO: i/o error, close'), { code: 'EIO' });
  };
  return { ...original, closeSync };
});

test('a log that cannot be closed when it is put aside fails nobody who writes to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'mensura.log');
  const file = new LogFile(path);
  file.start();
  disk.closes = false;
  const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  for (let count = 0; count < 6; count += 1) file.write(line);
  file.write('after\n');
  disk.closes = true;
  file.stop();
  expect(await readFile(path, 'utf8')).toBe('after\n');
  expect(await readFile(`${path}.1`, 'utf8')).toHaveLength(6 * line.length);
});
