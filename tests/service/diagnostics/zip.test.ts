import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type Entry, zipOf } from '../../../service/diagnostics/zip.ts';

async function unzipped(entries: Entry[], scrub = (text: string): string => text): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(entries, scrub)) pieces.push(piece);
  const files = Object.entries(unzipSync(Buffer.concat(pieces)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('has every text, scrubbed', async () => {
  const scrub = (text: string): string => text.replaceAll('x', '-');
  const entries = [
    { name: 'a.txt', pieces: () => ['one x\n', 'two é\n'] },
    { name: 'folder/b.txt', pieces: () => [] },
  ];
  expect(await unzipped(entries, scrub)).toEqual({ 'a.txt': 'one -\ntwo é\n', 'folder/b.txt': '' });
});

test('goes on without what cannot be read, and says so in its place', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'begun\n';
    throw new Error('The disk is gone.');
  }
  const files = await unzipped([
    { name: 'a.txt', pieces: broken },
    { name: 'b.txt', pieces: () => ['whole'] },
  ]);
  expect(files).toEqual({ 'a.txt': 'begun\n\nCannot read this: The disk is gone.\n', 'b.txt': 'whole' });
});

test('asks for a text only when the one before it was taken', async () => {
  const asked: string[] = [];
  const entry = (name: string): Entry => ({ name, pieces: () => (asked.push(name), ['x'.repeat(100)]) });
  const zip = zipOf([entry('a'), entry('b')], (text) => text);
  await zip.next();
  expect(asked).toEqual(['a']);
  await zip.return();
  expect(asked).toEqual(['a']);
});
