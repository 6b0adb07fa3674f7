import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NOBODY } from '../../build/unprivileged.ts';
import { appStatus, spawnDesktop, startDesktop } from '../support/desktop/desktop.ts';
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

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('a disk', () => {
  test('that is full does not prevent the start', async () => {
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
    await until('readings', async () => (await appStatus(app.url)).readings_total > 50, PATIENCE_MS);
    const codes = async (): Promise<string[]> => (await appStatus(app.url)).problems.map(({ code }) => code);
    expect(await codes()).toContain('data-folder-failed');
    rmSync(join(dataDir, 'fill'));
    await until('the end of the problems', async () => (await codes()).length === 0, PATIENCE_MS);
    expect(readdirSync(dataDir)).toContain('installation.json');
    await app.electron.close();
  });

  test('that is full at the first start does not prevent it', async () => {
    // On this file system, folders need space.
    const dataDir = join(mountFreezable().folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    spawnSync('sh', ['-c', 'cat /dev/zero > fill; sync -f .; n=0; while mkdir "fill$n"; do n=$((n + 1)); done'], {
      cwd: dataDir,
    });
    const app = spawnDesktop(installation, { dataDir, args: ['--headless', ...ARGS] });
    const [, temporary = ''] = await app.printed(/\(disk full\); using (\S+) until/);
    const [, url = ''] = await app.printed(/is ready: (\S+)/);
    await until('readings', async () => (await appStatus(url)).readings_total > 50, PATIENCE_MS);
    expect(existsSync(temporary)).toBe(true);
    app.process.kill('SIGTERM');
    expect(await app.exited()).toBe(0);
    expect(existsSync(temporary)).toBe(false);
  });
});
