import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAt } from '../../../service/support/read-at.ts';

test('reads part of a file, and less at its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-read-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file');
  await writeFile(path, '0123456789');
  const file = await open(path);
  onTestFinished(() => file.close());
  const textAt = async (position: number, length: number) => String(await readAt(file, position, length));
  expect(await textAt(2, 3)).toBe('234');
  expect(await textAt(8, 5)).toBe('89');
  expect(await textAt(10, 5)).toBe('');
});

test('reads on where the system returns only part of the bytes', async () => {
  const text = Buffer.from('0123456789');
  const read = async (buffer: Buffer, offset: number, length: number, position: number) => ({
    bytesRead: text.copy(buffer, offset, position, position + Math.min(length, 3)),
  });
  const file = { read } as unknown as Parameters<typeof readAt>[0];
  expect(String(await readAt(file, 1, 8))).toBe('12345678');
});
