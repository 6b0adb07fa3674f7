import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINUX_BINARY } from '../../build/package/product-info.ts';
import { APP_VERSION_TEXT } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { type Made, makePackage } from './support/made.ts';

let made: Made;
let installation: Installation;
let app: DesktopApp;
let dataDir: string;

beforeAll(async () => {
  made = await makePackage({ testBuild: true });
  installation = await install(join(made.app, LINUX_BINARY));
  dataDir = await installation.makeFolder('data');
  app = await startDesktop(installation, { dataDir, args: ['--simulate=2x0', '--simulate-publish'] });
});
afterAll(async () => {
  // A failed test leaves it running.
  if (app?.process.exitCode === null) app.process.kill('SIGKILL');
  await installation?.remove();
  await made?.remove();
});

const json = async (path: string): Promise<unknown> => (await fetch(`${app.url}${path}`)).json();

/** Number of stored readings of one channel. */
const kept = async (): Promise<number> => {
  const answer = await fetch(`${app.url}/app/v1/export?channel=usb/SIM00001/temperature&format=jsonl`);
  return answer.ok ? (await answer.text()).trim().split('\n').length : 0;
};

describe('the packaged app', () => {
  test('names the test runtime', async () => {
    expect(await readFile(join(made.app, 'resources/TEST-RUNTIME'), 'utf8')).toContain('Do not distribute');
    expect(made.app).toContain('TEST-RUNTIME');
  });

  test('runs as a packaged app, from its archive', async () => {
    const facts = await app.electron.evaluate(({ app: main }) => [main.isPackaged, main.getAppPath()]);
    expect(facts).toEqual([true, join(made.app, 'resources/app.asar')]);
    expect(existsSync(join(made.app, 'resources/default_app.asar'))).toBe(false);
  });

  test('has the shell in its archive, and what Node reads beside it', () => {
    const archive = join(made.app, 'resources/app.asar');
    const files = listPackage(archive, { isPack: true });
    const lieBeside = (path: string): boolean => files.some((line) => line === `unpack : /${path}`);
    const lieInside = (path: string): boolean => files.some((line) => line === `pack   : /${path}`);
    for (const path of ['package.json', 'dist/electron/main.mjs', 'dist/electron/preload.cjs']) {
      expect(lieInside(path), path).toBe(true);
    }
    for (const path of ['dist/cli/mensura.mjs', 'dist/service/main.mjs', 'dist/renderer/index.html']) {
      expect(lieBeside(path), path).toBe(true);
      expect(existsSync(join(`${archive}.unpacked`, path)), path).toBe(true);
    }
  });

  test('runs commands from the folder that it was unpacked to', async () => {
    const { stdout } = await promisify(execFile)(join(made.app, 'mensura'), ['--version']);
    expect(stdout).toContain(APP_VERSION_TEXT);
  });

  test('shows simulated instruments in its window', async () => {
    await app.page
      .getByRole('listbox')
      .getByRole('option', { name: /SIM00001/ })
      .waitFor();
  });

  test('answers over HTTP', async () => {
    expect(await json('/device-service-info')).toMatchObject({ service_name: 'mensura-device-service', status: 'ok' });
  });

  test('loads the native parts that read serial ports and USB', async () => {
    const { problems } = (await json('/app/v1/devices')) as { problems: { driver?: string }[] };
    expect(problems).toEqual([]);
  });

  test('keeps and exports readings on its worker threads', async () => {
    await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThan(2);
    const parquet = await fetch(`${app.url}/app/v1/export?channel=usb/SIM00001/temperature&format=parquet`);
    const bytes = Buffer.from(await parquet.arrayBuffer());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PAR1');
  });

  test('quits in good order', async () => {
    await app.electron.evaluate(({ app: main }) => main.quit());
    expect(await app.exited()).toBe(0);
  });
});
