import type * as files from 'node:fs/promises';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { csvOptionsSchema } from '../../../../service/contract/index.ts';
import { CsvLog } from '../../../../service/history/csv-log/csv-log.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createBench, describePth } from '../../devices/support.ts';
import { UTC } from '../export/support/run.ts';
import { playWriter } from './support/writer-here.ts';

/** A disk that does not answer, below a folder, until it does. */
const disk = vi.hoisted(() => ({ hangs: '', answers: Promise.withResolvers<void>() }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original: typeof files = await importOriginal();
  const open: typeof files.open = async (path, ...rest) => {
    if (disk.hangs !== '' && String(path).startsWith(disk.hangs)) await disk.answers.promise;
    return original.open(path, ...rest);
  };
  return { ...original, open };
});

const PATIENCE = { timeout: 20_000 };
const DAY = Date.UTC(2026, 10, 20);

test('a folder that hangs can be left; what is measured for it then waits for it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-csv-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const [hanging, other] = [join(dataDir, 'hanging'), join(dataDir, 'other')];
  for (const folder of [hanging, other]) await mkdir(folder);
  const { registry, clock, driver } = createBench();
  const limits = { writeMs: 20, retryMs: 0, leaveMs: 100 };
  const common = { registry, dataDir, simulated: false, logger: silentLogger, clock, zone: UTC, limits };
  const log = new CsvLog({ ...common, startWriter: playWriter().start });
  const goTo = (csv_log_folder: string): void => {
    const csv_log_options = csvOptionsSchema.parse({ time: 'unix_ms' });
    log.configure({
      csv_log: true,
      csv_log_interval_s: 0,
      csv_log_values: ['newest'],
      csv_log_options,
      csv_log_folder,
    });
  };
  const measure = (at: number): void =>
    driver.events.emit('readings', {
      family: 'usb',
      serial: 'E24638',
      at,
      samples: [{ channel: 'temperature', magnitude: 1 }],
    });
  const momentsIn = async (folder: string): Promise<number[]> => {
    const text = await readFile(join(folder, 'E24638_2026-11-20.csv'), 'utf8').catch(() => '');
    const rows = text.split('\r\n').slice(1, -1);
    return rows.map((row) => Number(row.split(',')[0]) - DAY);
  };
  disk.hangs = hanging;
  goTo(hanging);
  driver.events.emit('attached', describePth('E24638'));
  measure(DAY + 1);
  goTo(other);
  measure(DAY + 2);
  await expect.poll(() => momentsIn(other), PATIENCE).toEqual([2]);
  // And back, while it still hangs: not beside what is being written there.
  goTo(`${hanging}/.`);
  measure(DAY + 3);
  goTo(other);
  measure(DAY + 4);
  await expect.poll(() => momentsIn(other), PATIENCE).toEqual([2, 4]);
  expect(await momentsIn(hanging)).toEqual([]);
  disk.answers.resolve();
  await log.stop();
  expect(await momentsIn(hanging)).toEqual([1, 3]);
  expect(await momentsIn(other)).toEqual([2, 4]);
});
