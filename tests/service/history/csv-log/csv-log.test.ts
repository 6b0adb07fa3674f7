import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { csvOptionsSchema } from '../../../../service/contract/index.ts';
import { CsvLog, type CsvLogOptions, type CsvLogSettings } from '../../../../service/history/csv-log/csv-log.ts';
import { CsvLogSession } from '../../../../service/history/csv-log/csv-log-session.ts';
import { createRowService } from '../../../../service/history/csv-log/row-service.ts';
import type { HelperProcess } from '../../../../service/support/helper-process.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { promisesHeld } from '../../../support/promises-held.ts';
import { createBench, describePth, type RegistryBench } from '../../devices/support.ts';
import { recordedLog } from '../../http/support/recorded-log.ts';
import { readCsv } from '../export/support/csv-reader.ts';
import { UTC } from '../export/support/run.ts';
import { playWriter } from './support/writer-here.ts';

const PATIENCE = { timeout: 20_000 };
const DAY = Date.UTC(2026, 10, 20);
const FILE = 'E24638_2026-11-20.csv';

let dataDir: string;
let bench: RegistryBench;
let log: CsvLog | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-csv-'));
  bench = createBench();
});

afterEach(async () => {
  await log?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = (changes: Partial<CsvLogSettings> = {}): CsvLogSettings => ({
  csv_log: true,
  csv_log_interval_s: 0,
  csv_log_values: ['newest'],
  csv_log_options: csvOptionsSchema.parse({ time: 'unix_ms' }),
  ...changes,
});

function start(changes: Partial<CsvLogSettings> = {}, others: Partial<CsvLogOptions> = {}): CsvLog {
  const { registry, clock } = bench;
  log = new CsvLog({
    registry,
    dataDir,
    simulated: false,
    startWriter: playWriter().start,
    logger: silentLogger,
    clock,
    zone: UTC,
    limits: { writeMs: 50, retryMs: 0 },
    ...others,
  });
  log.configure(settings(changes));
  return log;
}

function attach(serial = 'E24638', changes: Parameters<typeof describePth>[1] = {}): void {
  bench.driver.events.emit('attached', describePth(serial, changes));
}

function measure(at: number, temperature: number | null, serial = 'E24638'): void {
  const samples = [{ channel: 'temperature', magnitude: temperature }];
  bench.driver.events.emit('readings', { family: 'usb', serial, at, samples });
}

const textOf = (name: string): Promise<string> => readFile(join(dataDir, 'csv', name), 'utf8');

/** The rows behind the heading: the moment and the temperature. */
async function rowsOf(name: string): Promise<string[][]> {
  const [heading = [], ...rows] = readCsv((await textOf(name)).slice(1));
  const place = heading.indexOf('temperature (°C)');
  return rows.map((row) => [row[0] ?? '', row[place] ?? '']);
}

describe('a day of a device', () => {
  test('is a file with a heading and a row for each moment', async () => {
    start();
    attach();
    measure(DAY, 21.5);
    measure(DAY + 1000, null);
    await log?.stop();
    const text = await textOf(FILE);
    expect(text.startsWith('\uFEFFtime (ms since 1970),atmospheric_pressure (kPa),temperature (°C),')).toBe(true);
    expect(await rowsOf(FILE)).toEqual([
      [`${DAY}`, '21.5'],
      [`${DAY + 1000}`, ''],
    ]);
  });

  test('ends at midnight', async () => {
    start();
    attach();
    measure(DAY + 86_399_999, 1);
    measure(DAY + 86_400_000, 2);
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([[`${DAY + 86_399_999}`, '1']]);
    expect(await rowsOf('E24638_2026-11-21.csv')).toEqual([[`${DAY + 86_400_000}`, '2']]);
  });

  test('is written while it is measured, and goes on in the next run', async () => {
    start();
    attach();
    measure(DAY, 1);
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toHaveLength(1), PATIENCE);
    measure(DAY + 1000, 2);
    await log?.stop();
    start();
    measure(DAY + 2000, 3);
    await log?.stop();
    expect((await rowsOf(FILE)).map(([, value]) => value)).toEqual(['1', '2', '3']);
    expect(await readdir(join(dataDir, 'csv'))).toEqual([FILE]);
  });

  test('leaves nothing of its writes in memory', async () => {
    start({}, { limits: { writeMs: 1 } });
    attach();
    const write = async (from: number, until: number): Promise<void> => {
      for (let count = from; count < until; count += 1) {
        measure(DAY + count, count);
        await vi.waitFor(async () => expect(await textOf(FILE)).toContain(`\n${DAY + count},`), {
          interval: 1,
          ...PATIENCE,
        });
      }
    };
    await write(0, 10);
    const before = promisesHeld();
    await write(10, 210);
    expect(promisesHeld() - before).toBeLessThan(100);
  });

  test('goes on wherever a crash has cut it', async () => {
    start();
    attach();
    measure(DAY, 1);
    measure(DAY + 1000, 2);
    await log?.stop();
    const whole = await readFile(join(dataDir, 'csv', FILE));
    const rowEnds = [...whole.toString('latin1').matchAll(/\r\n/g)].map(({ index }) => index + 2);
    for (let size = 0; size <= whole.length; size += 1) {
      await writeFile(join(dataDir, 'csv', FILE), whole.subarray(0, size));
      start();
      measure(DAY + 2000, 3);
      await log?.stop();
      const kept = rowEnds.filter((end) => end <= size).length - 1;
      const values = (await rowsOf(FILE)).map(([, value]) => value);
      expect(values, `cut at ${size}`).toEqual([...['1', '2'].slice(0, Math.max(0, kept)), '3']);
    }
    expect(await readdir(join(dataDir, 'csv'))).toEqual([FILE]);
  });

  test('gets another file when its channels change, and when it is written otherwise', async () => {
    start();
    attach();
    measure(DAY, 1.5);
    const { product } = describePth('E24638');
    const { temperature } = product.channels;
    if (!temperature) throw new Error('There is no temperature.');
    attach('E24638', { product: { ...product, channels: { temperature } } });
    measure(DAY + 1000, 2.5);
    log?.configure(settings({ csv_log_options: csvOptionsSchema.parse({ time: 'unix_ms', separator: 'semicolon' }) }));
    measure(DAY + 2000, 3.5);
    const comma = csvOptionsSchema.parse({ time: 'unix_ms', separator: 'semicolon', decimal_mark: 'comma' });
    log?.configure(settings({ csv_log_options: comma }));
    measure(DAY + 3000, 4.5);
    await log?.stop();
    start({ csv_log_options: comma });
    measure(DAY + 4000, 5.5);
    await log?.stop();
    const rest = (name: string): Promise<string> => textOf(`E24638_2026-11-20${name}.csv`);
    expect(await rowsOf(FILE)).toEqual([[`${DAY}`, '1.5']]);
    expect(await rest('_2')).toBe(`\uFEFFtime (ms since 1970),temperature (°C)\r\n${DAY + 1000},2.5\r\n`);
    expect(await rest('_3')).toBe(`\uFEFFtime (ms since 1970);temperature (°C)\r\n${DAY + 2000};3.5\r\n`);
    expect(await rest('_4')).toBe(
      `\uFEFFtime (ms since 1970);temperature (°C)\r\n${DAY + 3000};4,5\r\n${DAY + 4000};5,5\r\n`,
    );
  });

  test('begins anew where someone took its file away', async () => {
    start();
    attach();
    measure(DAY, 1);
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toHaveLength(1), PATIENCE);
    await unlink(join(dataDir, 'csv', FILE));
    measure(DAY + 1000, 2);
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([[`${DAY + 1000}`, '2']]);
  });

  test('begins anew with its first file where someone emptied the folder', async () => {
    await mkdir(join(dataDir, 'csv'));
    await writeFile(join(dataDir, 'csv', FILE), 'mine');
    start();
    attach();
    measure(DAY, 1);
    const files = async (): Promise<string[]> => (await readdir(join(dataDir, 'csv'))).toSorted();
    await vi.waitFor(async () => expect(await files()).toEqual([FILE, 'E24638_2026-11-20_2.csv']), PATIENCE);
    await vi.waitFor(async () => expect(await rowsOf('E24638_2026-11-20_2.csv')).toHaveLength(1), PATIENCE);
    for (const name of await files()) await unlink(join(dataDir, 'csv', name));
    measure(DAY + 1000, 2);
    await log?.stop();
    expect(await files()).toEqual([FILE]);
    expect(await rowsOf(FILE)).toEqual([[`${DAY + 1000}`, '2']]);
  });

  test('leaves the file of another program alone', async () => {
    await mkdir(join(dataDir, 'csv'));
    await writeFile(join(dataDir, 'csv', FILE), 'my notes');
    start();
    attach();
    measure(DAY, 1);
    await log?.stop();
    expect(await textOf(FILE)).toBe('my notes');
    expect(await rowsOf('E24638_2026-11-20_2.csv')).toEqual([[`${DAY}`, '1']]);
  });
});

describe('an interval', () => {
  test('has one row with the newest values, stamped with its end', async () => {
    start({ csv_log_interval_s: 10 });
    attach();
    for (const [second, value] of [
      [1, 1],
      [9.9, 2],
      [10, 3],
      [10.1, 4],
      [31, 5],
    ] as const) {
      measure(DAY + second * 1000, value);
    }
    bench.clock.wall = DAY + 45_000;
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toHaveLength(3), PATIENCE);
    expect(await rowsOf(FILE)).toEqual([
      [`${DAY + 10_000}`, '3'],
      [`${DAY + 20_000}`, '4'],
      [`${DAY + 40_000}`, '5'],
    ]);
  });
});

test('other values of an interval start another file of the day', async () => {
  start({ csv_log_interval_s: 10 });
  attach();
  measure(DAY + 1000, 1);
  measure(DAY + 11_000, 2);
  log?.configure(settings({ csv_log_interval_s: 10, csv_log_values: ['mean', 'count'] }));
  for (const second of [21, 22, 31]) measure(DAY + second * 1000, second);
  await log?.stop();
  expect(await rowsOf(FILE)).toEqual([[`${DAY + 10_000}`, '1']]);
  const [heading = [], ...rows] = readCsv((await textOf('E24638_2026-11-20_2.csv')).slice(1));
  const place = heading.indexOf('temperature mean (°C)');
  expect(heading[place + 1]).toBe('temperature count');
  expect(rows.map((row) => [row[0], row[place], row[place + 1]])).toEqual([[`${DAY + 30_000}`, '21.5', '2']]);
});

describe('what is logged', () => {
  test.each([0, 10])('readings that come late, in the file of their day (every %i s)', async (csv_log_interval_s) => {
    start({ csv_log_interval_s });
    attach();
    measure(DAY + 10_000, 1);
    const samples = [{ channel: 'temperature', magnitude: 2 }];
    bench.driver.events.emit('late', { family: 'usb', serial: 'E24638', at: DAY - 10_000, samples });
    measure(DAY + 20_000, 3);
    bench.clock.wall = DAY + 60_000;
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toHaveLength(2), PATIENCE);
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([
      [`${DAY + 10_000}`, '1'],
      [`${DAY + 20_000}`, '3'],
    ]);
    expect(await rowsOf('E24638_2026-11-19.csv')).toEqual([[`${DAY - 10_000}`, '2']]);
  });

  test('those of an instrument that has left, of whose going nothing will tell', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    start({ csv_log_interval_s: 3600 });
    bench.clock.wall = DAY + 60_000;
    const late = (at: number, magnitude: number): void => {
      const samples = [{ channel: 'temperature', magnitude }];
      const moment = { family: 'usb', serial: 'E24638', at, samples } as const;
      bench.driver.events.emit('late', { ...moment, absent: describePth('E24638') });
      bench.clock.advance(1000);
      vi.advanceTimersByTime(50);
    };
    for (const second of [10, 20]) late(DAY + second * 1000, second);
    bench.clock.advance(10_000);
    vi.advanceTimersByTime(50);
    vi.useRealTimers();
    // The hour is not over by the clock, and the row is there all the same: the device is forgotten.
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toEqual([[`${DAY + 3_600_000}`, '20']]), PATIENCE);
  });

  test('readings of one interval that come late over some seconds, in one row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    start({ csv_log_interval_s: 60 });
    attach();
    bench.clock.wall = DAY + 3_600_000;
    const wait = (seconds: number): void => {
      bench.clock.advance(seconds * 1000);
      vi.advanceTimersByTime(50);
    };
    const late = (at: number, channel: string, magnitude: number): void => {
      const samples = [{ channel, magnitude }];
      bench.driver.events.emit('late', { family: 'usb', serial: 'E24638', at, samples });
      wait(3);
    };
    late(DAY + 61_000, 'relative_humidity', 50);
    for (let second = 70; second < 120; second += 10) late(DAY + second * 1000, 'temperature', second);
    wait(3);
    late(DAY + 130_000, 'temperature', 7);
    wait(20);
    late(DAY + 190_000, 'temperature', 8);
    vi.useRealTimers();
    // Those of an interval that is over are written in the end, too.
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([
      [`${DAY + 120_000}`, '110'],
      [`${DAY + 180_000}`, '7'],
      [`${DAY + 240_000}`, '8'],
    ]);
    expect(await textOf(FILE)).toMatch(/110,50\b/);
  });

  test('simulated devices only when asked for', async () => {
    start();
    attach('E24638', { simulated: true });
    measure(DAY, 1);
    await log?.stop();
    expect(await readdir(dataDir)).toEqual([]);
    start({}, { simulated: true });
    measure(DAY, 2);
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([[`${DAY}`, '2']]);
  });

  test('nothing when it is switched off', async () => {
    start({ csv_log: false });
    attach();
    measure(DAY, 1);
    log?.configure(settings());
    measure(DAY + 1000, 2);
    log?.configure(settings({ csv_log: false }));
    measure(DAY + 2000, 3);
    await log?.stop();
    expect(await rowsOf(FILE)).toEqual([[`${DAY + 1000}`, '2']]);
  });
});

describe('a folder that cannot be written', () => {
  const problems = (): string[] => bench.registry.problems().map(({ code, text }) => `${code}: ${text}`);

  test('is a problem until it can; rows wait', async () => {
    const folder = join(dataDir, 'stick', 'log');
    start({ csv_log_folder: folder });
    attach();
    measure(DAY, 1);
    await vi.waitFor(
      () =>
        expect(problems()).toEqual([
          `csv-log-failed: Cannot write CSV files to ${folder}: the folder does not exist. Rows are held in memory until they can be written.`,
        ]),
      PATIENCE,
    );
    measure(DAY + 1000, 2);
    await mkdir(folder, { recursive: true });
    await vi.waitFor(() => expect(problems()).toEqual([]), PATIENCE);
    const [, ...rows] = readCsv((await readFile(join(folder, FILE), 'utf8')).slice(1));
    expect(rows.map(([at]) => at)).toEqual([`${DAY}`, `${DAY + 1000}`]);
  });

  test('rows that no more fit in memory are lost, and that is said', async () => {
    const folder = join(dataDir, 'stick');
    start({ csv_log_folder: folder }, { limits: { writeMs: 50, retryMs: 0, maxWaiting: 120 } });
    attach();
    for (let turn = 0; turn < 10; turn += 1) measure(DAY + turn, turn);
    await vi.waitFor(() => expect(problems().join()).toContain('new rows are discarded'), PATIENCE);
    await mkdir(folder);
    await vi.waitFor(() => expect(problems()).toEqual([]), PATIENCE);
    const [, ...rows] = readCsv((await readFile(join(folder, FILE), 'utf8')).slice(1));
    expect(rows.map(([at]) => at)).toEqual([`${DAY}`, `${DAY + 1}`]);
  });

  test('rows that a slow disk costs are said', async () => {
    const { registry, clock } = bench;
    const told = recordedLog();
    const gate = Promise.withResolvers<void>();
    const run = new CsvLogSession({
      registry,
      clock,
      zone: UTC,
      simulated: false,
      startWriter: playWriter().start,
      logger: told,
      ready: gate.promise,
      folder: dataDir,
      makeFolder: false,
      intervalMs: 0,
      values: ['newest'],
      csv: csvOptionsSchema.parse({}),
      limits: { maxWaiting: 120, writeMs: 50 },
    });
    run.start();
    attach();
    for (let turn = 0; turn < 10; turn += 1) measure(DAY + turn, turn);
    gate.resolve();
    await vi.waitFor(() => expect(told.lines.join()).toContain('rows (memory buffer full)'), PATIENCE);
    await run.stop();
  });

  test('a file that cannot be written costs the others nothing', async () => {
    await mkdir(join(dataDir, 'csv'));
    await mkdir(join(dataDir, 'csv', FILE));
    start({}, { limits: { writeMs: 50, retryMs: 0, maxWaiting: 400 } });
    attach();
    attach('E24639');
    for (let turn = 0; turn < 20; turn += 1) measure(DAY + turn, turn);
    await vi.waitFor(() => expect(problems().join()).toContain('new rows are discarded'), PATIENCE);
    measure(DAY, 2, 'E24639');
    await log?.stop();
    expect(await rowsOf('E24639_2026-11-20.csv')).toEqual([[`${DAY}`, '2']]);
  });

  test.skipIf(process.platform === 'win32').each(['FIFO', 'symbolic link'])(
    'reports a %s in the place of a file and goes on with other devices',
    async (kind) => {
      await mkdir(join(dataDir, 'csv'));
      const path = join(dataDir, 'csv', FILE);
      const elsewhere = join(dataDir, 'elsewhere.csv');
      if (kind === 'FIFO') execFileSync('mkfifo', [path]);
      else await symlink(elsewhere, path);
      start();
      attach();
      attach('E24639');
      measure(DAY, 1);
      measure(DAY, 2, 'E24639');
      const folder = join(dataDir, 'csv');
      const text = `csv-log-failed: Cannot write CSV files to ${folder}: ${FILE} is not a regular file. Rows are held in memory until they can be written.`;
      await vi.waitFor(() => expect(problems()).toEqual([text]), PATIENCE);
      expect(await rowsOf('E24639_2026-11-20.csv')).toEqual([[`${DAY}`, '2']]);
      expect(await readdir(dataDir)).toEqual(['csv']);
      await unlink(path);
      await vi.waitFor(() => expect(problems()).toEqual([]), PATIENCE);
      expect(await rowsOf(FILE)).toEqual([[`${DAY}`, '1']]);
    },
  );

  test('reports a file that hangs, and goes on with other devices', async () => {
    const disk = Promise.withResolvers<void>();
    const service = createRowService();
    const { start: startWriter } = playWriter((request) =>
      request.file.stem === 'E24638' ? disk.promise.then(() => service(request)) : undefined,
    );
    start({}, { startWriter, limits: { writeMs: 50, retryMs: 0, hangMs: 50 } });
    for (const serial of ['E24638', 'E24639']) attach(serial);
    measure(DAY, 1);
    await vi.waitFor(() => expect(problems().join()).toContain('csv: it does not respond'), PATIENCE);
    measure(DAY, 2, 'E24639');
    await vi.waitFor(async () => expect(await rowsOf('E24639_2026-11-20.csv')).toEqual([[`${DAY}`, '2']]), PATIENCE);
    measure(DAY + 1000, 3);
    disk.resolve();
    await vi.waitFor(() => expect(problems()).toEqual([]), PATIENCE);
    await log?.stop();
    expect((await rowsOf(FILE)).map(([, value]) => value)).toEqual(['1', '3']);
  });

  test('begins one process at a try, whatever waits, where each ends at its start', async () => {
    let begun = 0;
    const startWriter = (): HelperProcess => {
      begun += 1;
      return { send: () => {}, onMessage: () => {}, onExit: (told) => setImmediate(told), kill: () => {} };
    };
    start({}, { startWriter, limits: { writeMs: 20, retryMs: 3_600_000 } });
    for (let number = 0; number < 20; number += 1) {
      attach(`E${number}`);
      measure(DAY, 1, `E${number}`);
    }
    await vi.waitFor(() => expect(problems().join()).toContain('exited'), PATIENCE);
    expect(begun).toBe(1);
  });

  test('keeps no more than two operations waiting for a folder that hangs, and ends all the same', async () => {
    let asked = 0;
    const { start: startWriter } = playWriter(() => {
      asked += 1;
      return new Promise(() => {});
    });
    const warned = recordedLog();
    const limits = { writeMs: 20, retryMs: 0, hangMs: 50, stopMs: 50 };
    start({}, { startWriter, limits, logger: warned });
    for (let number = 0; number < 5; number += 1) {
      attach(`E${number}`);
      measure(DAY, 1, `E${number}`);
    }
    await vi.waitFor(() => expect(asked).toBe(2), PATIENCE);
    await vi.waitFor(() => expect(problems().join()).toContain('it does not respond'), PATIENCE);
    await log?.stop();
    expect(asked).toBe(2);
    expect(warned.lines.join()).toContain('discarded rows that could not be written');
  });

  test('goes on with another process where the one that writes ended', async () => {
    const writer = playWriter();
    start({}, { startWriter: writer.start });
    attach();
    measure(DAY, 1);
    await vi.waitFor(async () => expect(await rowsOf(FILE)).toHaveLength(1), PATIENCE);
    writer.crash();
    measure(DAY + 1000, 2);
    await log?.stop();
    expect((await rowsOf(FILE)).map(([, value]) => value)).toEqual(['1', '2']);
  });

  test('a full disk is said', async () => {
    let isFull = true;
    const failure = { message: 'ENOSPC: no space left on device, write', code: 'ENOSPC' };
    const { start: startWriter } = playWriter(({ id, file: { stem } }) =>
      isFull && stem === 'E24638' ? Promise.resolve({ id, failure }) : undefined,
    );
    start({}, { startWriter });
    attach();
    attach('E24639');
    measure(DAY, 1);
    measure(DAY, 2, 'E24639');
    await vi.waitFor(() => expect(problems().join()).toContain('the disk is full'), PATIENCE);
    // The others go on.
    expect(await rowsOf('E24639_2026-11-20.csv')).toEqual([[`${DAY}`, '2']]);
    isFull = false;
    await vi.waitFor(() => expect(problems()).toEqual([]), PATIENCE);
    expect(await rowsOf(FILE)).toEqual([[`${DAY}`, '1']]);
  });
});
