/** Folders that hang and disks that are full, in the desktop app: it starts, goes on, and ends when asked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NOBODY } from '../../build/unprivileged.ts';
import type { AppStatus } from '../../service/contract/index.ts';
import { mountFreezable } from '../contract/faults/support/frozen-disk.ts';
import { until } from '../contract/support/until.ts';
import { type DesktopProcess, spawnDesktop, startDesktop } from './support/desktop.ts';
import { type Installation, install } from './support/installation.ts';

const ARGS = ['--simulate=3x0', '--simulate-publish', '--simulate-period', '50'];

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(async () => installation.remove());

async function status(url: string): Promise<AppStatus> {
  return (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
}

async function makeData(name: string, settings: object = {}): Promise<string> {
  const dataDir = await installation.makeFolder(name);
  const path = join(dataDir, 'settings.json');
  writeFileSync(path, JSON.stringify({ version: 1, ...settings }));
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
  return dataDir;
}

test('writes CSV files', { timeout: 120_000 }, async () => {
  const dataDir = await makeData('files', { csv_log: true });
  const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
  await app.printed(/is ready/);
  const folder = join(dataDir, 'csv');
  await until('CSV files', () => existsSync(folder) && readdirSync(folder).length === 3);
  const [name = ''] = readdirSync(folder);
  await until('rows', () => readFileSync(join(folder, name), 'utf8').split('\r\n').length > 10);
  app.process.kill('SIGTERM');
  expect(await app.exited()).toBe(0);
});

test.skipIf(process.platform === 'win32')('ends though its start hangs', { timeout: 120_000 }, async () => {
  const dataDir = await makeData('pipe');
  const path = join(dataDir, 'devices.json');
  execFileSync('mkfifo', [path]);
  const { uid, gid } = statSync(dataDir);
  chownSync(path, uid, gid);
  const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
  await until('the lock', () => readdirSync(dataDir).includes('lock'));
  app.process.kill('SIGTERM');
  expect(await app.exited()).toBe(0);
  expect(app.output()).toContain('did not stop cleanly');
});

test.skipIf(process.platform === 'win32')(
  'leaves its folder to another that took it',
  { timeout: 120_000 },
  async () => {
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
    expect(app.output()).toContain('belongs to another Mensura');
    expect(readFileSync(join(dataDir, 'log', 'mensura.log'), 'utf8')).not.toContain('belongs to another');
    other.process.kill('SIGTERM');
    expect(await other.exited()).toBe(0);
  },
);

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('a disk', () => {
  test('that hangs does not keep the app from its end', { timeout: 120_000 }, async () => {
    const disk = mountFreezable();
    const dataDir = await makeData('frozen', { csv_log: true, csv_log_folder: disk.folder });
    const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
    const [, url = ''] = await app.printed(/is ready: (\S+)/);
    await until('CSV files', () => readdirSync(disk.folder).length === 3);
    disk.freeze();
    await until('the problem', async () => (await status(url)).troubles.some(({ code }) => code === 'csv-log-failed'));
    app.process.kill('SIGTERM');
    expect(await app.exited()).toBe(0);
  });

  test('that is full does not keep the app from its start', { timeout: 120_000 }, async () => {
    const dataDir = await installation.makeFolder('full');
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=12m,mode=700,uid=${NOBODY.uid},gid=${NOBODY.gid}`,
      'tmpfs',
      dataDir,
    ]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', dataDir]));
    mkdirSync(join(dataDir, 'electron'), { mode: 0o700 });
    chownSync(join(dataDir, 'electron'), NOBODY.uid, NOBODY.gid);
    spawnSync('sh', ['-c', 'cat /dev/zero > "$0"', join(dataDir, 'fill')]);
    const app = await startDesktop(installation, { dataDir, args: ARGS });
    await until('readings', async () => (await status(app.url)).readings_total > 50);
    const codes = async (): Promise<string[]> => (await status(app.url)).troubles.map(({ code }) => code);
    expect(await codes()).toContain('data-folder-failed');
    rmSync(join(dataDir, 'fill'));
    await until('the end of the problems', async () => (await codes()).length === 0, 60_000);
    expect(readdirSync(dataDir)).toContain('installation.json');
    await app.electron.close();
  });

  test('that is full from the first start on does not keep the app from it', { timeout: 120_000 }, async () => {
    // One on which a folder takes room.
    const dataDir = join(mountFreezable().folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    spawnSync('sh', ['-c', 'cat /dev/zero > fill; sync -f .; n=0; while mkdir "fill$n"; do n=$((n + 1)); done'], {
      cwd: dataDir,
    });
    const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
    const [, temporary = ''] = await app.printed(/is full: this run keeps .* in (\S+),/);
    const [, url = ''] = await app.printed(/is ready: (\S+)/);
    await until('readings', async () => (await status(url)).readings_total > 50);
    expect(existsSync(temporary)).toBe(true);
    app.process.kill('SIGTERM');
    expect(await app.exited()).toBe(0);
    expect(existsSync(temporary)).toBe(false);
  });
});
