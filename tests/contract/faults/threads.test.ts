/** What kills a thread, or the program, from inside: the rest goes on, says so, and what died is begun again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExportJob } from '../../../service/contract/index.ts';
import { request } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { live } from '../support/live-service.ts';
import { faultAtStart, ordersFor } from './support/faulty.ts';
import { endOfRecording, storage, untilStored } from './support/recorded.ts';

const ARGS = ['--simulate=2x0', '--simulate-publish', '--simulate-period', '50'];

test("the history's thread dies three times: each time it is begun again, and no reading is lost or doubled", async () => {
  const orders = ordersFor();
  const service = await live(ARGS, { env: orders.env });
  await until('stored readings', async () => (await storage(service)).stored_total > 40);
  for (const [index, fault] of ['exit', 'throw', 'reject'].entries()) {
    orders.give('history-worker', fault);
    await until(`its death by ${fault}`, () => service.run.err().split('worker exited, restarting').length > index + 1);
    const { stored_total: kept } = await storage(service);
    // Only then the next thread is there, and hears what it is ordered.
    await until('what the next thread stores', async () => (await storage(service)).stored_total > kept);
    await untilStored(service);
  }
  const { counted, found } = await endOfRecording(service);
  expect(found).toBe(counted);
});

test.each(['exit', 'throw'])(
  'a thread that exports or reads a backup dies by %s: what was asked is refused and has changed nothing',
  async (fault) => {
    const service = await live(ARGS, { env: faultAtStart(['export-worker', 'restore-worker'], fault) });
    await untilStored(service);
    const exported = await service.get('/app/v1/export?channel=usb/SIM00001/temperature&format=csv');
    expect(exported.status).toBe(500);
    expect(exported.json<{ message: string }>().message).toContain('Cannot export the readings');
    const { exports } = (await service.get('/app/v1/exports')).json<{ exports: ExportJob[] }>();
    expect(exports).toMatchObject([{ state: 'failed' }]);
    const backup = (await service.get('/app/v1/backup')).json();
    const restored = await request(service.port, {
      method: 'POST',
      path: '/app/v1/restore',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ backup: { ...backup, settings: { version: 1, history_raw_days: 33 } } }),
    });
    expect(restored.status).toBe(500);
    expect((await service.get('/app/v1/settings')).json()).toMatchObject({ history_raw_days: 90 });
    await untilStored(service);
  },
);

test('errors that nobody caught in the program itself: it goes on, and the log has where they came from', async () => {
  const orders = ordersFor();
  const service = await live(ARGS, { env: orders.env });
  await until('stored readings', async () => (await storage(service)).stored_total > 0);
  orders.give('main', 'reject');
  orders.give('main', 'throw');
  const said = ['An error that nobody caught.', 'A rejection that nobody caught.'];
  await until('both in the log', () => said.every((text) => service.run.err().includes(text)));
  await untilStored(service);
  const log = readFileSync(join(service.folder, 'log', 'mensura.log'), 'utf8');
  for (const text of said) expect(log).toContain(`unexpected error, continuing: ${text}`);
  service.run.child.kill('SIGTERM');
  expect(await service.run.exit).toBe(0);
});
