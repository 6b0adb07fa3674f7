/** A folder for CSV files on a disk that hangs: writing there cannot be ended until the disk answers again. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppStatus } from '../../../service/contract/index.ts';
import { type FrozenDisk, mountFreezable } from '../../support/frozen-disk.ts';
import { freshFolder, launch, type ServiceProcess } from '../../support/process.ts';
import { until } from '../../support/until.ts';

const PERIOD_MS = 50;
const ARGS = ['--port', '0', '--simulate=3x0', '--simulate-publish', '--simulate-period', `${PERIOD_MS}`];

/** Each waits for deadlines of the product, and has a service of its own. */
const SIDE_BY_SIDE = { concurrent: true, timeout: 120_000 } as const;

interface Run {
  run: ServiceProcess;
  folder: string;
  status(): Promise<AppStatus>;
  patch(body: unknown): Promise<number>;
}

async function start(csvFolder: string): Promise<Run> {
  const folder = freshFolder();
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ version: 1, csv_log: true, csv_log_folder: csvFolder }),
  );
  const run = launch(['--data-dir', folder, ...ARGS]);
  const url = await run.ready();
  const status = async (): Promise<AppStatus> => (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
  const patch = async (body: unknown): Promise<number> => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${url}/app/v1/settings`, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
  };
  return { run, folder, status, patch };
}

async function untilProblem({ status }: Run): Promise<string> {
  let text: string | undefined;
  await until(
    'the problem',
    async () => {
      text = (await status()).problems.find(({ code }) => code === 'csv-log-failed')?.text;
      return text !== undefined;
    },
    60_000,
  );
  return text ?? '';
}

/** What hangs does so for ever: the bound of the test tells. */
async function expectEnd({ run }: Run): Promise<void> {
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
}

test.skipIf(process.platform === 'win32')(
  'reports a FIFO in the place of a file, and ends when asked',
  SIDE_BY_SIDE,
  async () => {
    const files = freshFolder();
    const today = new Date();
    for (const moment of [today.getTime(), today.getTime() + 86_400_000]) {
      const day = new Date(moment - today.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
      execFileSync('mkfifo', [join(files, `SIM00001_${day}.csv`)]);
    }
    const run = await start(files);
    const text = await untilProblem(run);
    expect(text).toContain(files);
    expect(text).toMatch(/SIM00001_\S+\.csv is not a regular file/);
    await until('the files of the others', () => readdirSync(files).filter((name) => /2_|3_/.test(name)).length === 2);
    await expectEnd(run);
  },
);

test.skipIf(process.platform === 'win32')('ends when asked though its start hangs', SIDE_BY_SIDE, async () => {
  const folder = freshFolder();
  execFileSync('mkfifo', [join(folder, 'devices.json')]);
  const run = launch(['--data-dir', folder, ...ARGS]);
  // The start is there once the first has the folder's lock.
  await until('the lock', () => readdirSync(folder).includes('lock'));
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
  expect(run.err()).toContain('did not stop cleanly');
});

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a disk that hangs',
  { concurrent: true },
  () => {
    const rows = (disk: FrozenDisk): number =>
      readdirSync(disk.folder)
        .map((name) => readFileSync(join(disk.folder, name), 'utf8').trim().split('\r\n').length - 1)
        .reduce((sum, count) => sum + count, 0);

    test(
      'is reported while all else goes on, and gets its rows when it answers',
      SIDE_BY_SIDE,
      async ({ onTestFinished }) => {
        const disk = mountFreezable(onTestFinished);
        const run = await start(disk.folder);
        await until('CSV files', () => readdirSync(disk.folder).length === 3);
        disk.freeze();
        const text = await untilProblem(run);
        expect(text).toContain(`${disk.folder}: it does not respond`);
        const { readings_total: before } = await run.status();
        // More changes than the process has threads to write with.
        for (let days = 30; days < 40; days += 1) expect(await run.patch({ history_raw_days: days })).toBe(200);
        await until('further readings', async () => (await run.status()).readings_total > before + 100);
        disk.thaw();
        await until('the end of the problem', async () => (await run.status()).problems.length === 0, 60_000);
        await expectEnd(run);
        const texts = readdirSync(disk.folder).map((name) => readFileSync(join(disk.folder, name), 'utf8'));
        // None is there twice. By its values too: after a stall, two samplings may be of one millisecond.
        for (const file of texts) {
          const written = file.trim().split('\r\n').slice(1);
          expect(new Set(written).size).toBe(written.length);
        }
        // Three devices; rows of the frozen time are among them.
        expect(rows(disk)).toBeGreaterThan((3 * 5000) / PERIOD_MS / 2);
      },
    );

    test('does not keep the process from its end', SIDE_BY_SIDE, async ({ onTestFinished }) => {
      const disk = mountFreezable(onTestFinished);
      const run = await start(disk.folder);
      await until('CSV files', () => readdirSync(disk.folder).length === 3);
      disk.freeze();
      await untilProblem(run);
      await expectEnd(run);
      // Nor the next one from its start.
      const next = launch(['--data-dir', run.folder, ...ARGS]);
      await next.ready();
      next.child.kill('SIGTERM');
      expect(await next.exit).toBe(0);
    });
  },
);
