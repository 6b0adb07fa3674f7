import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportJobs } from '../../../service/contract/index.ts';
import { readCsv } from '../../service/history/export/support/csv-reader.ts';
import { type Filling, fillHistory } from '../../support/filled-history.ts';
import { freshFolder } from '../../support/process.ts';
import { serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { begin, type Ended, mensura, shell } from './support/mensura.ts';

const FILLING: Filling = {
  channels: 4,
  perChannel: 400_000,
  from: Math.floor(Date.now() / 1000) * 1000 - 86_400_000 * 7,
  stepMs: 1000,
};
const iso = (at: number): string => new Date(at).toISOString();
const upTo = (rows: number): string[] => [
  '--from',
  iso(FILLING.from),
  '--to',
  iso(FILLING.from + rows * FILLING.stepMs),
];

/** A short range. */
const STRETCH = upTo(20_000);

/** 200 MB, so that a signal arrives before the end. */
const LARGE = [...upTo(FILLING.perChannel), '--format', 'jsonl', '--layout', 'readings'];

let service: RunningService;
let env: Record<string, string>;
let cwd: string;
/** A copy of the history for another service. */
let copy: string;

beforeAll(async () => {
  const dataDir = freshFolder();
  await fillHistory(dataDir, FILLING);
  copy = freshFolder();
  cpSync(dataDir, copy, { recursive: true });
  service = await serve([], { dataDir });
  env = { MENSURA_DATA_DIR: dataDir };
  cwd = freshFolder();
});

const run = (...args: string[]): Promise<Ended> => mensura(['export', ...args], { env, cwd });

async function jobs(): Promise<ExportJobs['exports']> {
  return ((await (await fetch(`${service.url}/app/v1/exports`)).json()) as ExportJobs).exports;
}

describe('a file', () => {
  test('has every reading of a disconnected device, and --json its figures', async () => {
    const { code, out, err } = await run('E24638', ...STRETCH, '--output', 'all.csv', '--json');
    expect([code, err]).toEqual([0, '']);
    const bytes = readFileSync(join(cwd, 'all.csv'));
    expect(JSON.parse(out)).toEqual({ file: 'all.csv', rows: 20_000, readings: 80_000, bytes: bytes.length });
    expect(readCsv(bytes.toString().slice(1))).toHaveLength(20_001);
    expect(existsSync(join(cwd, 'all.csv.part'))).toBe(false);
  });

  test('has one channel in the requested format', async () => {
    const wishes = ['--separator', 'semicolon', '--decimal-mark', 'comma', '--time', 'unix_ms'];
    const linesOf = async (...decimals: string[]): Promise<string[]> => {
      const { code, out } = await run('E24638/temperature_2', ...STRETCH, ...wishes, ...decimals);
      expect(code).toBe(0);
      return out.split('\r\n');
    };
    const [heading, first] = await linesOf('--decimals', 'all');
    expect(heading).toBe('\uFEFFtime (ms since 1970);E24638 temperature_2 (°C)');
    expect(first).toMatch(/^\d{13};\d+,\d{3}$/);
    expect((await linesOf())[1]).toMatch(/^\d{13};\d+,\d{2}$/);
  });

  test('has the mean of each interval', async () => {
    const flags = ['--interval', '1m', '--values', 'mean,count', '--time', 'unix_ms'];
    const { code, out, err } = await run('E24638/temperature_2', ...STRETCH, ...flags);
    expect([code, err]).toEqual([0, '']);
    const [heading, ...rows] = readCsv(out.slice(1));
    expect(heading).toEqual(['time (ms since 1970)', 'E24638 temperature_2 mean (°C)', 'E24638 temperature_2 count']);
    expect(rows.map(([, , count]) => Number(count)).reduce((sum, count) => sum + count, 0)).toBe(20_000);
    expect(rows.slice(1, -1).every(([, , count]) => count === '60')).toBe(true);
    expect(rows.every(([at]) => Number(at) % 60_000 === 0)).toBe(true);
    const wrong = await run('E24638', '--interval', '2d');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('must be 0 to 86400 seconds')]);
  });

  test('goes to standard output, also into a pipe that closes early', async () => {
    const { code, out } = await run(
      'usb/E24638/temperature_0',
      ...STRETCH,
      '--format',
      'jsonl',
      '--layout',
      'readings',
    );
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(20_001);
    const line = `mensura export E24638 ${STRETCH.join(' ')} | head -1; echo "\${PIPESTATUS[*]}"`;
    expect((await shell(line, { env, cwd })).out).toMatch(/\n0 0\n$/);
  });

  test('gets the proposed name in a folder', async () => {
    mkdirSync(join(cwd, 'folder'));
    expect(await run('E24638/temperature_0', ...STRETCH, '--format', 'parquet', '-o', 'folder')).toMatchObject({
      code: 0,
    });
    expect(readdirSync(join(cwd, 'folder'))).toEqual([expect.stringMatching(/^mensura-E24638-.*\.parquet$/)]);
  });
});

describe('existing and incomplete files', () => {
  test('overwrites an existing file only with --force', async () => {
    writeFileSync(join(cwd, 'mine.csv'), 'mine');
    const { code, err } = await run('E24638', ...STRETCH, '-o', 'mine.csv');
    expect([code, err]).toEqual([
      11,
      'mensura: mine.csv already exists; choose another file, or use --force to overwrite it\n',
    ]);
    expect(readFileSync(join(cwd, 'mine.csv'), 'utf8')).toBe('mine');
    expect(await run('E24638', ...STRETCH, '-o', 'mine.csv', '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'mine.csv'), 'utf8')).not.toBe('mine');
  });

  test('reports a missing folder', async () => {
    expect(await run('E24638', ...STRETCH, '-o', 'no/where.csv')).toMatchObject({
      code: 11,
      err: expect.stringContaining('cannot write no/where.csv'),
    });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s cancels the export and removes the file', async (signal) => {
    const exporting = begin(['export', 'E24638', ...LARGE, '-o', 'broken.csv'], { env, cwd });
    await until('its first bytes', () => existsSync(join(cwd, 'broken.csv.part')));
    exporting.child.kill(signal);
    expect(await exporting.exit).toBe(130);
    expect(exporting.err()).toBe('mensura: export canceled; no file was written\n');
    expect(readdirSync(cwd).filter((name) => name.startsWith('broken'))).toEqual([]);
    await until('the service to know', async () => (await jobs())[0]?.state === 'cancelled');
  });

  test('reports incomplete standard output', async () => {
    const exporting = begin(['export', 'E24638', ...LARGE], { env, cwd });
    await until('its first bytes', () => exporting.out() !== '');
    exporting.child.kill('SIGINT');
    expect(await exporting.exit).toBe(130);
    expect(exporting.err()).toBe('mensura: export canceled; the output is incomplete\n');
  });

  test('removes the file when the service crashes', async () => {
    const dying = await serve([], { dataDir: copy });
    const line = ['export', 'E24638', ...LARGE, '-o', 'dying.csv'];
    const exporting = begin(line, { env: { MENSURA_DATA_DIR: copy }, cwd });
    await until('its first bytes', () => existsSync(join(cwd, 'dying.csv.part')));
    dying.process.kill('SIGKILL');
    expect(await exporting.exit).toBe(10);
    expect(exporting.err()).toBe('mensura: cannot export readings; no file was written\n');
    expect(readdirSync(cwd).filter((name) => name.startsWith('dying'))).toEqual([]);
  });
});

describe('errors', () => {
  test.each([
    [7, ['E99999'], 'no stored readings for E99999'],
    [7, ['E24638/nothing'], 'no stored readings for E24638/nothing'],
    [7, ['E24638', '--family', 'gateway'], 'no stored readings for E24638'],
    [8, ['E24638', '--from', '-1h', '--to', '-2h'], 'from: must be before to.'],
    [8, ['E24638', '--separator', 'comma', '--decimal-mark', 'comma'], 'decimal_mark: must not be a comma'],
    [2, ['E24638', '--from', 'tomorrow'], '--from: must be now, '],
    [2, ['E24638', '--format', 'xml'], '--format: must be one of csv, xlsx, jsonl, parquet, got "xml"'],
    [2, ['E24638', '--json'], '--json requires --output'],
    [2, [], "missing required argument 'target'"],
  ])('%i: export %j', async (code, args, words) => {
    const ended = await run(...args);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(words);
    expect(ended.err).toMatch(/^mensura: .*\n$/);
  });
});
