/** A disk that is full while everything is on: each part says so, nothing is half-written, and all comes back by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { AppStatus, HistoryStorage } from '../../../service/contract/index.ts';
import { until } from '../../support/until.ts';
import { type DiskService, launchOnDisk } from './support/disk.ts';

const DISK_MIB = 12;
const ARGS = ['--simulate=3x0', '--simulate-publish', '--simulate-period', '20', '--log-level', 'debug'];

let disk: DiskService;
let url: string;

async function send(method: string, path: string, body: unknown): Promise<{ status: number; message: string }> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const { message = '' } = (await answer.json()) as { message?: string };
  return { status: answer.status, message };
}

const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${url}/app/v1/${path}`)).json()) as Answer;
const status = (): Promise<AppStatus> => read<AppStatus>('status');
const storage = (): Promise<HistoryStorage> => read<HistoryStorage>('history/storage');
const codes = async (): Promise<string[]> => (await status()).problems.map(({ code }) => code);
const lines = (...names: string[]): string[] =>
  readFileSync(disk.inside(...names), 'utf8')
    .split('\n')
    .slice(0, -1);

async function untilReadings(more: number): Promise<void> {
  const { readings_total: before } = await status();
  await until(`${more} further readings`, async () => (await status()).readings_total > before + more);
}

beforeAll(async () => {
  disk = launchOnDisk(ARGS, DISK_MIB);
  url = await disk.run.ready();
  await send('PATCH', 'settings', { csv_log: true });
  // Nothing listens there: what is measured waits for it on the disk.
  await send('POST', 'mqtt/clients', { identifier: 'away', host: '127.0.0.1', port: 1 });
  await until('stored readings', async () => (await storage()).stored_total > 100);
  await until('CSV files', () => readdirSync(disk.inside('csv')).length === 3);
  disk.fill();
});
test('each part that keeps something says so, and measuring goes on', async () => {
  await until('the problems', async () => {
    const found = await codes();
    return ['history-full', 'csv-log-failed', 'outbox-unusable'].every((code) => found.includes(code));
  });
  await untilReadings(300);
  expect(await storage()).toMatchObject({ state: 'waiting', dropped_total: 0 });
});

test('a change that cannot be saved is refused as such, and does not hold', async () => {
  const refused = {
    status: 500,
    message: expect.stringMatching(/nothing was changed: .*disk has free space/) as string,
  };
  expect(await send('PATCH', 'settings', { history_raw_days: 33 })).toEqual(refused);
  expect(await read('settings')).toMatchObject({ history_raw_days: 90 });
  const device = { period_ms: 500, alias: 'x' };
  expect(await send('PATCH', 'devices/usb/SIM00001', device)).toEqual(refused);
  expect(await read('devices')).toMatchObject({
    devices: [{ alias: '', device: { channels: { temperature: { period_ms: 20 } } } }, {}, {}],
  });
  expect(await send('POST', 'mqtt/clients', { identifier: 'b', host: 'b.example' })).toEqual(refused);
  expect(await send('POST', 'gateways', { kind: 'sensgate', name: 'b', host: 'b.example' })).toEqual(refused);
  const rule = { family: 'usb', serial: 'SIM00001', channel: 'temperature', upper: 99 };
  expect(await send('POST', 'alarms/rules', rule)).toEqual(refused);
  const reset = await send('POST', 'reset', { parts: ['settings'] });
  expect(reset).toEqual({ status: 500, message: expect.stringContaining('nothing was changed') as string });
  await untilReadings(100);
});

test('an export of what is kept goes on', async () => {
  const answer = await fetch(`${url}/app/v1/export?channel=usb/SIM00001/temperature&format=csv`);
  expect(answer.status).toBe(200);
  expect((await answer.text()).split('\n').length).toBeGreaterThan(10);
});

test('with room again everything comes back by itself, whole', { timeout: 120_000 }, async () => {
  disk.free();
  await until('the end of the problems', async () => (await codes()).length === 0, 60_000);
  const { readings_total: entered } = await status();
  await until('all that waited', async () => (await storage()).stored_total >= entered);
  expect(await storage()).toMatchObject({ state: 'recording', dropped_total: 0 });
  expect(await send('PATCH', 'settings', { history_raw_days: 33 })).toMatchObject({ status: 200 });
  for (const file of readdirSync(disk.inside('csv'))) {
    const [heading = '', ...rows] = lines('csv', file);
    expect(rows.length).toBeGreaterThan(10);
    const widths = new Set(rows.map((row) => row.split(heading.includes(';') ? ';' : ',').length));
    expect(widths.size, file).toBe(1);
  }
  const log = lines('log', 'mensura.log').map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(log.some((text) => /^discarded \d+ lines? \(log file not writable\)$/.test(text))).toBe(true);
  const names = readdirSync(disk.inside(), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
