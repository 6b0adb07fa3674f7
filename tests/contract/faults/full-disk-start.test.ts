/** A start on a disk that is full already: it measures, serves and publishes, says so, and saves when there is room. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AppStatus, HistoryStorage, MqttClients } from '../../../service/contract/index.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';
import { freshFolder, launch } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { type DiskService, launchOnDisk } from './support/disk.ts';

const DISK_MIB = 12;
const ARGS = ['--simulate=3x0', '--simulate-publish', '--simulate-period', '50', '--log-level', 'debug'];

async function send(url: string, method: string, path: string, body: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) })).status;
}

async function read<Answer>(url: string, path: string): Promise<Answer> {
  return (await (await fetch(url + path)).json()) as Answer;
}

const status = (url: string): Promise<AppStatus> => read(url, '/app/v1/status');
const serviceStatus = async (url: string): Promise<string> =>
  (await read<{ status: string }>(url, '/dracal-service-info')).status;

/** It measures, and says that the disk is full, which folder that is and what to do. */
async function expectMeasuringWithoutRoom(url: string, { folder, run }: DiskService): Promise<void> {
  await until('further readings', async () => (await status(url)).readings_total > 100);
  const { problems } = await status(url);
  const problem = problems.find(({ code }) => code === 'data-folder-failed');
  expect(problem).toMatchObject({
    subject: folder,
    text: expect.stringContaining('no space left on device') as string,
    remedy: 'Free up disk space. Mensura retries automatically.',
  });
  await until('the problem of the history', async () =>
    (await status(url)).problems.some(({ code }) => code === 'history-full'),
  );
  expect(await serviceStatus(url)).toMatch(/^error: /);
  expect(run.err()).toContain(`Cannot write to the data folder ${folder}`);
}

async function expectAllSaved(url: string, { inside, run }: DiskService): Promise<void> {
  await until('the end of the problems', async () => (await status(url)).problems.length === 0, 60_000);
  expect(await serviceStatus(url)).toBe('ok');
  expect(JSON.parse(readFileSync(inside('instance.json'), 'utf8'))).toMatchObject({ url });
  const { readings_total: entered } = await status(url);
  const storage = (): Promise<HistoryStorage> => read(url, '/app/v1/history/storage');
  await until('all that waited', async () => (await storage()).stored_total >= entered);
  expect(await storage()).toMatchObject({ state: 'recording', dropped_total: 0 });
  expect(await send(url, 'PATCH', 'settings', { history_raw_days: 33 })).toBe(200);
  expect(await send(url, 'PATCH', 'devices/usb/SIM00001', { alias: 'Oven' })).toBe(200);
  await until('the log', () => statSync(inside('log', 'mensura.log')).size > 0);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
}

test('of a new installation', { timeout: 120_000 }, async () => {
  const disk = launchOnDisk(ARGS, DISK_MIB, 'full');
  const url = await disk.run.ready();
  await expectMeasuringWithoutRoom(url, disk);
  disk.free();
  await until('the id', () => existsSync(disk.inside('installation.json')));
  await expectAllSaved(url, disk);
});

test('of one with settings, clients and a history', { timeout: 120_000 }, async () => {
  const broker = await startMosquitto();
  const heard = await subscribe(broker.port);
  const seed = freshFolder();
  const before = launch(['--data-dir', seed, '--port', '0', ...ARGS]);
  const first = await before.ready();
  const clients = [
    { identifier: 'there', host: '127.0.0.1', port: broker.port },
    // Nothing listens there: what is measured waits for it.
    { identifier: 'away', host: '127.0.0.1', port: 1 },
  ];
  for (const client of clients) expect(await send(first, 'POST', 'mqtt/clients', client)).toBe(201);
  await until('a history', async () => (await status(first)).readings_total > 100);
  before.child.kill('SIGTERM');
  expect(await before.exit).toBe(0);

  const disk = launchOnDisk(ARGS, DISK_MIB, 'full', seed);
  const url = await disk.run.ready();
  await expectMeasuringWithoutRoom(url, disk);
  const { length } = heard.messages;
  await until('published readings', () => heard.messages.length > length + 20);
  await until('the problem of the outbox', async () =>
    (await status(url)).problems.some(({ code }) => code === 'outbox-unusable'),
  );
  expect(await send(url, 'PATCH', 'settings', { history_raw_days: 33 })).toBe(500);
  disk.free();
  const dropped = async (): Promise<unknown> =>
    (await read<MqttClients>(url, '/app/v1/mqtt/clients')).clients.map(({ status: { dropped: lost } }) => lost);
  expect(await dropped()).toEqual([0, 0]);
  await expectAllSaved(url, disk);
});
