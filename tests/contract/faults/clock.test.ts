/** The wall clock of a running service is set, in all its threads: instruments stay, every reading is kept with its time. */
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { live } from '../support/live-service.ts';
import { ordersFor } from './support/faulty.ts';
import { endOfRecording, status, storage, untilStored } from './support/recorded.ts';

const ARGS = ['--simulate=2x0', '--simulate-publish', '--simulate-period', '50'];

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

test('an hour and a year forward and back: every reading is stored, and measuring goes on', async () => {
  const orders = ordersFor();
  const service = await live(ARGS, { env: orders.env });
  await until('stored readings', async () => (await storage(service)).stored_total > 40);
  for (const jumpMs of [HOUR_MS, -HOUR_MS, YEAR_MS, -YEAR_MS]) {
    orders.give('main', `jump ${jumpMs}`);
    await until(`a reading ${jumpMs} ms from now`, async () => {
      const { json } = await service.get('/3.7.0/devices/usb/SIM00001/measurement');
      const { timestamp } = json<{ timestamp: string }>();
      return Math.abs(Date.parse(timestamp) - Date.now() - jumpMs) < HOUR_MS / 2;
    });
    // What the file does with its readings goes by the clock of its thread.
    expect(Math.abs((await orders.timeIn('history-worker')) - Date.now() - jumpMs)).toBeLessThan(HOUR_MS / 2);
    await untilStored(service);
    orders.give('main', `jump ${-jumpMs}`);
    const { readings_total: before } = await status(service);
    await until('further readings', async () => (await status(service)).readings_total > before + 40);
    await untilStored(service);
    expect((await status(service)).problems).toEqual([]);
  }
  const { counted, found } = await endOfRecording(service);
  expect(found).toBe(counted);
});
