/** A data folder that cannot be written from the start, and one that goes away while everything is on, and comes back. */
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppStatus, HistoryStorage, StoredChannels } from '../../../service/contract/index.ts';
import { until } from '../../support/until.ts';
import { live } from '../support/live-service.ts';
import { launchOnDisk } from './support/disk.ts';

test('a data folder on a disk that is read-only: exit code 5, naming the folder and what to do', async () => {
  const { run, folder } = launchOnDisk([], 4, 'ro');
  expect(await run.exit).toBe(5);
  expect(run.err()).toContain(folder);
  expect(run.err()).toContain('--data-dir');
  expect(run.out()).toBe('');
});

test('a data folder that goes away is missed, and taken up when it is back', { timeout: 120_000 }, async () => {
  const flags = ['--simulate=1x0', '--simulate-publish', '--simulate-period', '50', '--log-level', 'debug'];
  const { folder, get, patch } = await live(flags, { settings: { csv_log: true } });
  const status = async (): Promise<AppStatus> => (await get('/app/v1/status')).json<AppStatus>();
  const storage = async (): Promise<HistoryStorage> => (await get('/app/v1/history/storage')).json<HistoryStorage>();
  await until('stored readings', async () => (await storage()).stored_total > 50);
  await until('a CSV file', () => readdirSync(join(folder, 'csv')).length === 1);
  const away = `${folder}-away`;
  renameSync(folder, away);
  await until('the problems', async () => {
    const codes = new Set((await status()).problems.map(({ code }) => code));
    return codes.has('history-failed') && codes.has('csv-log-failed');
  });
  const { readings_total: before } = await status();
  const refused = await patch({ history_raw_days: 33 });
  expect(refused.status).toBe(500);
  expect(refused.json<{ message: string }>().message).toContain('nothing was changed');
  await until('further readings', async () => (await status()).readings_total > before + 20);
  expect(existsSync(folder)).toBe(false);

  renameSync(away, folder);
  await until('the end of the problems', async () => (await status()).problems.length === 0, 60_000);
  const { readings_total: entered } = await status();
  await until('all that waited', async () => (await storage()).stored_total >= entered);
  expect(await storage()).toMatchObject({ state: 'recording', dropped_total: 0 });
  expect((await patch({ history_raw_days: 33 })).status).toBe(200);
  const { channels } = (await get('/app/v1/history/channels')).json<StoredChannels>();
  expect(channels.length).toBeGreaterThan(0);
  const exported = await get('/app/v1/export?channel=usb/SIM00001/temperature&format=csv');
  const moments = exported.text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(',')[0]);
  expect(moments.length).toBeGreaterThan(50);
  expect(new Set(moments).size).toBe(moments.length);
  const log = readFileSync(join(folder, 'log', 'mensura.log'), 'utf8');
  expect(
    log
      .trim()
      .split('\n')
      .every((line) => JSON.parse(line) as unknown),
  ).toBe(true);
});
