/** A service that is killed during an import or its undo: all of the import is gone, and nothing else. */
import { expect, test } from 'vitest';
import type { HistoryStatistics, ImportJob, ImportJobs } from '../../service/contract/index.ts';
import { freshFolder, launch, type ServiceProcess } from '../support/process.ts';
import { until } from '../support/until.ts';

const FROM = Date.UTC(2026, 8, 1);
const HOUR_MS = 3_600_000;
const SECONDS = 300_000;

/** A reading every so many milliseconds. */
function csv(readings: number, stepMs: number): string {
  const rows = Array.from({ length: readings }, (_, index) => {
    const time = new Date(FROM + index * stepMs).toISOString();
    return `${time},${(20 + (index % 1000) / 100).toFixed(2)}`;
  });
  return ['time (UTC),E24638 temperature (°C)', ...rows, ''].join('\n');
}

/** In the middle of each hour, where the large file has no reading. */
const KEPT = csv(80, HOUR_MS).replaceAll(':00.000Z', ':00.500Z');
const LARGE = csv(SECONDS, 1000);

async function send<Answer>(url: string, method: string, path: string, body = '{}', type = 'application/json') {
  const response = await fetch(`${url}/app/v1/${path}`, { method, headers: { 'Content-Type': type }, body });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as Answer;
}

async function imports(url: string): Promise<ImportJob[]> {
  const response = await fetch(`${url}/app/v1/imports`);
  return ((await response.json()) as ImportJobs).imports;
}

const find = async (url: string, id: string): Promise<ImportJob | undefined> =>
  (await imports(url)).find((job) => job.id === id);

async function begin(url: string, text: string): Promise<string> {
  const { id } = await send<ImportJob>(url, 'POST', 'imports?file=log.csv', text, 'text/csv');
  await until('the preview', async () => (await find(url, id))?.state === 'ready');
  await send(url, 'POST', `imports/${id}/apply`);
  return id;
}

const applied = (url: string, id: string): Promise<unknown> =>
  until('the import', async () => (await find(url, id))?.state === 'applied');

/** Once so much of the work is done. */
async function killAt(service: ServiceProcess, url: string, id: string, share: number): Promise<void> {
  await until('the middle', async () => ((await find(url, id))?.progress ?? 0) > share);
  service.child.kill('SIGKILL');
  await service.exit;
}

async function count(url: string): Promise<number> {
  const range = `from=${FROM}&to=${FROM + 100 * HOUR_MS}`;
  const response = await fetch(`${url}/app/v1/history/statistics?channel=usb/E24638/temperature&${range}`);
  return ((await response.json()) as HistoryStatistics).channels[0]?.count ?? 0;
}

test('a killed import or undo is removed by the next start, and can be repeated', async () => {
  const dataDir = freshFolder();
  const start = () => launch(['--data-dir', dataDir, '--port', '0']);
  const first = start();
  let url = await first.ready();
  const kept = await begin(url, KEPT);
  await applied(url, kept);
  expect(await count(url)).toBe(80);
  // The file is read again first: three tenths of the work.
  await killAt(first, url, await begin(url, LARGE), 0.5);

  const second = start();
  url = await second.ready();
  await until('the end of the removal', async () => (await imports(url)).length === 1);
  expect([await count(url), (await imports(url))[0]?.id]).toEqual([80, kept]);
  const id = await begin(url, LARGE);
  await applied(url, id);
  expect(await count(url)).toBe(80 + SECONDS);
  await send(url, 'DELETE', `imports/${id}`);
  await killAt(second, url, id, 0.3);

  const third = start();
  url = await third.ready();
  await until('the end of the undo', async () => (await imports(url)).length === 1);
  expect(await count(url)).toBe(80);
  await send(url, 'DELETE', `imports/${kept}`);
  await until('an empty list', async () => (await imports(url)).length === 0);
  expect(await count(url)).toBe(0);
  third.child.kill('SIGTERM');
  expect(await third.exit).toBe(0);
});
