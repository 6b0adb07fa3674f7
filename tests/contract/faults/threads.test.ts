/** What kills a thread, or the program, from inside: the rest goes on, says so, and what died is begun again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppStatus, ExportJob, HistoryStorage } from '../../../service/contract/index.ts';
import { type LiveService, live } from '../support/live-service.ts';
import { request } from '../support/raw-http.ts';
import { until } from '../support/until.ts';
import { faultAtStart, ordersFor } from './support/faulty.ts';

const ARGS = ['--simulate=2x0', '--simulate-publish', '--simulate-period', '50'];

const status = async ({ get }: LiveService): Promise<AppStatus> => (await get('/app/v1/status')).json<AppStatus>();
const storage = async ({ get }: LiveService): Promise<HistoryStorage> =>
  (await get('/app/v1/history/storage')).json<HistoryStorage>();

/** Until all that was measured by now is stored, and nothing was lost. */
async function untilStored(service: LiveService): Promise<void> {
  const { readings_total: entered } = await status(service);
  await until('all that entered', async () => (await storage(service)).stored_total >= entered);
  expect(await storage(service)).toMatchObject({ state: 'recording', dropped_total: 0 });
}

describe.each(['exit', 'throw', 'reject'])('by %s', (fault) => {
  test("the history's thread: it is begun again, no reading is lost or doubled, and the line has no gap", async () => {
    const orders = ordersFor();
    const service = await live(ARGS, { env: orders.env });
    await until('stored readings', async () => (await storage(service)).stored_total > 40);
    for (let time = 1; time <= 3; time += 1) {
      orders.give('history-worker', fault);
      await until(
        `death ${time} in the log`,
        () => service.run.err().split('thread of the history ended').length > time,
      );
      await untilStored(service);
    }
    const path = '/app/v1/export?channel=usb/SIM00001/temperature&format=csv';
    const rows = (await service.get(path)).text.trim().split(/\r?\n/).slice(1);
    const moments = rows.map((row) => Date.parse(row.split(',')[0] ?? ''));
    expect(new Set(moments).size).toBe(moments.length);
    expect(service.run.child.exitCode).toBeNull();
  });

  test("an export's thread: the export fails and says so, the next one works", async () => {
    const service = await live(ARGS, { env: faultAtStart('export-worker', fault) });
    await untilStored(service);
    const path = '/app/v1/export?channel=usb/SIM00001/temperature&format=csv';
    const answer = await service.get(path);
    expect(answer.status).toBe(500);
    expect(answer.json<{ message: string }>().message).toContain('The export failed');
    const { exports } = (await service.get('/app/v1/exports')).json<{ exports: ExportJob[] }>();
    expect(exports).toMatchObject([{ state: 'failed' }]);
    await untilStored(service);
  });

  test('the thread that reads a backup: the restore is refused, nothing is changed', async () => {
    const service = await live(ARGS, { env: faultAtStart('restore-worker', fault) });
    const backup = (await service.get('/app/v1/backup')).json();
    const answer = await request(service.port, {
      method: 'POST',
      path: '/app/v1/restore',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ backup: { ...backup, settings: { version: 1, history_raw_days: 33 } } }),
    });
    expect(answer.status).toBe(500);
    expect((await service.get('/app/v1/settings')).json()).toMatchObject({ history_raw_days: 90 });
    await untilStored(service);
  });
});

describe('the program itself', () => {
  test.each(['throw', 'reject'])('by %s: it goes on, and the log has where it came from', async (fault) => {
    const orders = ordersFor();
    const service = await live(ARGS, { env: orders.env });
    await until('stored readings', async () => (await storage(service)).stored_total > 0);
    orders.give('main', fault);
    await until('the error in the log', () => service.run.err().includes('that nobody caught'));
    await untilStored(service);
    const log = readFileSync(join(service.folder, 'log', 'mensura.log'), 'utf8');
    expect(log).toContain('that nobody caught');
    service.run.child.kill('SIGTERM');
    expect(await service.run.exit).toBe(0);
  });
});
