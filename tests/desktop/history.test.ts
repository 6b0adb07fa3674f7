/** In the desktop app, the threads of the history run in Electron's main process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppStatus, HistoryStatistics } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

const CHANNEL = 'channel=usb/SIM00001/temperature';

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  const dataDir = await installation.makeFolder('history');
  app = await startDesktop(installation, {
    dataDir,
    args: ['--simulate=1x0', '--simulate-period=100', '--simulate-publish', '--simulate-seed=1'],
  });
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

const ask = async (path: string): Promise<Response> => fetch(`${app.url}/app/v1/${path}`);

test('stores readings and exports them as tables', async () => {
  const kept = async (): Promise<number> => {
    const { channels } = (await (await ask(`history/statistics?${CHANNEL}`)).json()) as HistoryStatistics;
    return channels[0]?.count ?? 0;
  };
  await expect.poll(kept).toBeGreaterThan(20);
  const status = (await (await ask('status')).json()) as AppStatus;
  expect([status.history, status.history_dropped]).toEqual(['recording', 0]);

  const csv = await (await ask(`export?${CHANNEL}&format=csv`)).text();
  expect(csv.split('\r\n').length).toBeGreaterThan(20);
  const parquet = Buffer.from(await (await ask(`export?${CHANNEL}&format=parquet`)).arrayBuffer());
  // The format's first and last four bytes.
  expect([parquet.toString('latin1', 0, 4), parquet.toString('latin1', parquet.length - 4)]).toEqual(['PAR1', 'PAR1']);
});
