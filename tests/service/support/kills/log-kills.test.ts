/** A process that is killed while it puts its log aside. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LogFile } from '../../../../service/support/log-file.ts';
import { isKilledBefore } from '../../../support/killed-before.ts';

const TARGET = fileURLToPath(new URL('./log-target.ts', import.meta.url));

/** A line that fills a log. */
const FILLER = 'x'.repeat(5 * 1024 * 1024);

/** From the oldest to the newest. */
const NAMES = ['mensura.log.3', 'mensura.log.2', 'mensura.log.1', 'mensura.log'];

/** What is kept, in the order in which it was written. */
async function linesIn(folder: string): Promise<string[]> {
  const present = new Set(await readdir(folder));
  const texts = NAMES.filter((name) => present.delete(name)).map((name) => readFile(join(folder, name), 'utf8'));
  expect([...present]).toEqual([]);
  return (await Promise.all(texts)).flatMap((text) => text.split('\n')).filter((line) => line.length === 1);
}

test.each([
  ['the line', 1, []],
  ['the first rename', 2, ['E']],
  ['the second rename', 3, ['E']],
  ['the third rename', 4, ['E']],
])('a log whose process is killed before %s keeps what the others have', async (_step, step, written) => {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'mensura.log');
  for (const [index, name] of NAMES.entries()) await writeFile(join(folder, name), `${'ABCD'[index]}\n`);
  await writeFile(path, `D\n${FILLER}\n`);
  expect(await isKilledBefore(step, TARGET, { args: [path, 'E'] })).toBe(true);
  const file = new LogFile(path);
  file.start();
  file.write('F\n');
  file.stop();
  // The oldest has gone, as it does when the log is put aside.
  expect(await linesIn(folder)).toEqual(['B', 'C', 'D', ...written, 'F']);
});
