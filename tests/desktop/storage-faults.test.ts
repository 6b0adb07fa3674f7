import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appStatus, type DesktopProcess, spawnDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { mountFreezable } from '../support/frozen-disk.ts';
import { until } from '../support/until.ts';

const ARGS = ['--simulate=3x0', '--simulate-publish', '--simulate-period', '50'];

/** Limit in milliseconds. */
const PATIENCE_MS = 60_000;

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(async () => installation.remove());

async function makeData(name: string, settings: object = {}): Promise<string> {
  const dataDir = await installation.makeFolder(name);
  const path = join(dataDir, 'settings.json');
  writeFileSync(path, JSON.stringify({ version: 1, ...settings }));
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
  return dataDir;
}

test('writes CSV files', async () => {
  const dataDir = await makeData('files', { csv_log: true });
  const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
  await app.printed(/is ready/);
  const folder = join(dataDir, 'csv');
  await until('CSV files', () => existsSync(folder) && readdirSync(folder).length === 3, PATIENCE_MS);
  const [name = ''] = readdirSync(folder);
  await until('rows', () => readFileSync(join(folder, name), 'utf8').split('\r\n').length > 10, PATIENCE_MS);
  app.process.kill('SIGTERM');
  expect(await app.exited()).toBe(0);
});

test.skipIf(process.platform === 'win32')('exits during a hung start', async () => {
  const dataDir = await makeData('pipe');
  const path = join(dataDir, 'devices.json');
  execFileSync('mkfifo', [path]);
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
  const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
  await until('the lock', () => readdirSync(dataDir).includes('lock'), PATIENCE_MS);
  app.process.kill('SIGTERM');
  expect(await app.exited()).toBe(0);
  expect(app.output()).toContain('did not stop cleanly');
});

test.skipIf(process.platform === 'win32')('exits if another process takes its folder', async () => {
  const dataDir = await makeData('taken');
  const start = async (): Promise<DesktopProcess> => {
    const app = spawnDesktop(installation, { dataDir, args: ['--headless', '--port', '0', ...ARGS] });
    await app.printed(/is ready/);
    return app;
  };
  const app = await start();
  app.process.kill('SIGSTOP');
  for (const name of readdirSync(dataDir))
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  const other = await start();
  app.process.kill('SIGCONT');
  expect(await app.exited()).toBe(4);
  expect(app.output()).toContain('is in use by another Mensura');
  expect(readFileSync(join(dataDir, 'log', 'mensura.log'), 'utf8')).not.toContain('in use by another Mensura');
  other.process.kill('SIGTERM');
  expect(await other.exited()).toBe(0);
});

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('a disk', () => {
  test('that hangs does not prevent the exit', async () => {
    const disk = mountFreezable();
    const dataDir = await makeData('frozen', { csv_log: true, csv_log_folder: disk.folder });
    const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
    const [, url = ''] = await app.printed(/is ready: (\S+)/);
    await until('CSV files', () => readdirSync(disk.folder).length === 3, PATIENCE_MS);
    disk.freeze();
    await until(
      'the problem',
      async () => (await appStatus(url)).problems.some(({ code }) => code === 'csv-log-failed'),
      PATIENCE_MS,
    );
    app.process.kill('SIGTERM');
    expect(await app.exited()).toBe(0);
  });
});
