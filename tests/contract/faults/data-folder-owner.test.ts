/** One data folder, one Mensura, one user: whatever is done to the folder while it runs. */
import { chmodSync, chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppStatus } from '../../../service/contract/index.ts';
import { findRunningService } from '../../../service/settings/instance-file.ts';
import { freshFolder, launch } from '../../support/process.ts';
import { until } from '../../support/until.ts';

const ARGS = ['--port', '0', '--simulate=1x0', '--simulate-publish', '--simulate-period', '50'];

const status = async (url: string): Promise<AppStatus> =>
  (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
const start = (folder: string): ReturnType<typeof launch> => launch(['--data-dir', folder, ...ARGS]);

function empty(folder: string): void {
  // Mensura writes there meanwhile.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 20 });
}

test('keeps its folder when somebody deletes what is in it', { timeout: 120_000 }, async () => {
  const folder = freshFolder();
  const first = start(folder);
  const url = await first.ready();
  empty(folder);
  await until('the address', async () => (await findRunningService({ dataDir: folder })) === url);
  const second = start(folder);
  expect(await second.exit).toBe(4);
  expect(second.err()).toContain(url);
  expect(first.err()).toContain(`restored the lock of the data folder ${folder}`);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
});

test('leads others to its address again when somebody deletes the file with it', { timeout: 120_000 }, async () => {
  const folder = freshFolder();
  const run = start(folder);
  const url = await run.ready();
  rmSync(join(folder, 'instance.json'));
  await until('the address', async () => (await findRunningService({ dataDir: folder })) === url);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
  expect(readdirSync(folder)).not.toContain('instance.json');
});

test('ends when another took its folder meanwhile, and leaves it to that one', { timeout: 120_000 }, async () => {
  const folder = freshFolder();
  const first = start(folder);
  await first.ready();
  // As a computer that sleeps, or is very busy.
  first.child.kill('SIGSTOP');
  empty(folder);
  const second = start(folder);
  const url = await second.ready();
  first.child.kill('SIGCONT');
  expect(await first.exit).toBe(4);
  expect(first.err()).toContain(`The data folder ${folder} is in use by another Mensura`);
  // Not one line more: the log is the other's now, as all else is.
  expect(readFileSync(join(folder, 'log', 'mensura.log'), 'utf8')).not.toContain('in use by another Mensura');
  expect(await findRunningService({ dataDir: folder })).toBe(url);
  const { readings_total: before } = await status(url);
  await until('further readings', async () => (await status(url)).readings_total > before);
});

describe.skipIf(process.platform === 'win32')('other users', () => {
  /** What others may open; temporary files come and go meanwhile. */
  const modes = (folder: string): string[] =>
    ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
      .filter((name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
      .toSorted();

  test('can open nothing of it, though the folder was open and whatever the umask', { timeout: 120_000 }, async () => {
    const folder = freshFolder();
    // As an earlier run left it.
    writeFileSync(join(folder, 'installation.json'), '{}');
    chmodSync(folder, 0o755);
    const run = launch(['--data-dir', folder, ...ARGS], {}, ['sh', '-c', 'umask 0 && exec "$@"', 'sh']);
    const url = await run.ready();
    const send = async (method: string, path: string, body: unknown): Promise<number> => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) })).status;
    };
    expect(await send('PATCH', 'settings', { csv_log: true })).toBe(200);
    expect(await send('POST', 'mqtt/clients', { identifier: 'away', host: '127.0.0.1', port: 1 })).toBe(201);
    expect(await send('PATCH', 'devices/usb/SIM00001', { alias: 'Oven' })).toBe(200);
    expect(await send('POST', 'reset', { parts: ['devices'] })).toBe(200);
    for (const name of ['csv', 'mqtt', 'history', 'log', 'backups', 'lock', 'instance.json']) {
      await until(name, () => readdirSync(folder).includes(name));
    }
    await until('a CSV file', () => readdirSync(join(folder, 'csv')).length > 0);
    await until('an outbox', () =>
      readdirSync(join(folder, 'mqtt'), { recursive: true, encoding: 'utf8' }).some((name) =>
        name.endsWith('.segment'),
      ),
    );
    expect(modes(folder)).toEqual([]);
    expect((await status(url)).problems).toEqual([]);
    expect(readFileSync(join(folder, 'log', 'mensura.log'), 'utf8')).toContain('private to this account');
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(modes(folder)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('who own it are named as a problem', async () => {
    const folder = freshFolder();
    chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o755);
    const url = await start(folder).ready();
    expect((await status(url)).problems).toMatchObject([
      { code: 'data-folder-open', subject: folder, remedy: expect.stringContaining('chmod 700') as string },
    ]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });
});
