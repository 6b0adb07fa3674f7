import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopProcess, PATIENCE_MS, spawnDesktop, watchDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;
let app: DesktopProcess | undefined;

beforeAll(async () => {
  installation = await install();
});
afterEach(() => app?.process.kill('SIGKILL'));
afterAll(() => installation.remove());

/** Waits for the message, then ends the app as at the end of a session. @returns the exit code */
async function failure(args: readonly string[], dataDir: string, message: RegExp): Promise<number | null> {
  app = spawnDesktop(installation, { dataDir, args });
  await app.printed(message);
  app.process.kill('SIGTERM');
  return app.exited();
}

describe('a failed start', () => {
  test('exits with its code, however its message box is closed', async () => {
    const dataDir = await installation.makeFolder('quit');
    const failing = await _electron.launch({
      executablePath: installation.electron,
      args: [...installation.words, '--data-dir', dataDir, '--prot', '1'],
      env: installation.env,
      chromiumSandbox: true,
      timeout: PATIENCE_MS,
    });
    app = watchDesktop(failing.process());
    // The app may exit before it responds; its output shows that it was called.
    await failing
      .evaluate(({ app: main }) => {
        process.stdout.write('asked to go\n');
        setImmediate(() => main.quit());
      })
      .catch(() => undefined);
    expect(await app.exited()).toBe(2);
    expect(app.output()).toContain('asked to go');
  });

  test('names the port in use and its owner, with exit code 3', async () => {
    const holder: Server = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    const dataDir = await installation.makeFolder('taken');
    expect(await failure(['--port', String(port)], dataDir, new RegExp(`mensura: .*\\b${port}\\b`))).toBe(3);
    expect(app?.output()).toContain('Close the other program');
    await new Promise((resolve) => holder.close(resolve));
  });

  test('names the invalid flag, with exit code 2', async () => {
    const dataDir = await installation.makeFolder('usage');
    expect(await failure(['--prot', '1'], dataDir, /mensura: .*--prot/)).toBe(2);
  });

  test('names the unusable data folder, with exit code 5', async () => {
    const folder = await installation.makeFolder('unusable');
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await failure([], file, /mensura: .*unusable\/file.*Choose another with --data-dir\./)).toBe(5);
  });
});
