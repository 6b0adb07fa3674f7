import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('../../../service/support/end-process.ts', import.meta.url).href;

/** Runs a program that ends itself with code 7 after it began something. */
function endAfter(begun: string, isStopped: boolean): { status: number | null; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-end-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file');
  if (begun.includes('fifo')) execFileSync('mkfifo', [path]);
  const program = `
    import fs from 'node:fs';
    import { Worker } from 'node:worker_threads';
    import { endProcess } from ${JSON.stringify(MODULE)};
    const path = ${JSON.stringify(path)};
    ${begun}
    await endProcess(7, ${isStopped}, (code) => process.exit(code));`;
  const words = ['--input-type=module', '--eval', program];
  const { status } = spawnSync(process.execPath, words, { timeout: 30_000, killSignal: 'SIGKILL' });
  return { status, folder };
}

test('lets file operations under way finish', () => {
  const { status, folder } = endAfter(`fs.promises.writeFile(path, 'x'.repeat(2_000_000));`, true);
  expect(status).toBe(7);
  expect(readFileSync(join(folder, 'file')).length).toBe(2_000_000);
});

test.skipIf(process.platform === 'win32')('ends with its code while a file operation hangs', () => {
  expect(endAfter(`fs.promises.readFile(path); /* fifo */`, true).status).toBe(7);
});

test.skipIf(process.platform === 'win32')('ends with its code while a worker thread hangs', () => {
  const thread = `const worker = new Worker("import('node:fs').then((fs) => fs.readFileSync(" + JSON.stringify(path) + "))", { eval: true });
    await new Promise((resolve) => worker.once('online', () => setTimeout(resolve, 200))); /* fifo */`;
  expect(endAfter(thread, false).status).toBe(7);
});
