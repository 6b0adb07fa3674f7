import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('../../../service/support/end-process.ts', import.meta.url).href;

/**
 * Runs a program that ends itself with code 7 after it began something.
 * @param prefix a command that runs it; FOLDER in it is the program's
 */
function endAfter(begun: string, isStopped: boolean, prefix: string[] = []): { status: number | null; folder: string } {
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
  const words = [...prefix.map((word) => word.replaceAll('FOLDER', folder)), process.execPath];
  const [command, ...rest] = [...words, '--input-type=module', '--eval', program];
  const { status } = spawnSync(command, rest, { timeout: 30_000, killSignal: 'SIGKILL' });
  return { status, folder };
}

test('lets file operations under way finish', () => {
  const { status, folder } = endAfter(`fs.promises.writeFile(path, 'x'.repeat(20_000));`, true);
  expect(status).toBe(7);
  expect(readFileSync(join(folder, 'file')).length).toBe(20_000);
});

test.skipIf(process.platform === 'win32')('ends with its code while a file operation hangs', () => {
  expect(endAfter(`fs.promises.readFile(path); /* fifo */`, true).status).toBe(7);
});

test.skipIf(process.platform === 'win32')('ends with its code while a worker thread hangs', () => {
  // Its last word before it opens the FIFO, where nobody else is: that it hangs then needs no wait.
  const code = `Promise.all([import('node:fs'), import('node:worker_threads')]).then(([fs, { parentPort, workerData }]) => {
      parentPort.postMessage('about to hang');
      fs.readFileSync(workerData);
    })`;
  const thread = `const worker = new Worker(${JSON.stringify(code)}, { eval: true, workerData: path }); /* fifo */
    await new Promise((resolve) => worker.once('message', resolve));`;
  expect(endAfter(thread, false).status).toBe(7);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'ends with its code while a name server is silent',
  () => {
    // The program is the name server itself, in a network of its own.
    const lookup = `const { createSocket } = await import('node:dgram');
    const { lookup } = await import('node:dns');
    const server = createSocket('udp4');
    await new Promise((resolve) => server.bind(53, '127.0.0.1', resolve));
    lookup('mensura.example', () => {});
    await new Promise((resolve) => server.once('message', resolve));`;
    const network = `ip link set lo up && printf 'nameserver 127.0.0.1\noptions timeout:30 attempts:5\n' >FOLDER/resolv.conf &&
      mount --bind FOLDER/resolv.conf /etc/resolv.conf && exec "$@"`;
    expect(endAfter(lookup, true, ['unshare', '--net', '--mount', 'sh', '-c', network, 'sh']).status).toBe(7);
  },
);
