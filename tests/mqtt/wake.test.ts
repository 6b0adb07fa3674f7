/** A computer that sleeps and wakes, played by stopping the process as a whole: its clock goes on, and it does not. */
import { expect, test } from 'vitest';
import type { Alarms, HistoryStatistics, MqttClients } from '../../service/contract/index.ts';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';

/** Long enough to be sleep and not a busy computer (service/support/sleep-detector.ts), in milliseconds. */
const ASLEEP_MS = 14_000;

/** Shorter than that sleep, and longer than a busy machine lets an instrument wait. */
const NO_DATA_S = 11;

test('instruments are opened again, the broker is connected anew, the history has a gap, and no alarm is raised', async () => {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port);
  const instrument = await plug();
  const service = await serve([instrument]);
  const get = async <T>(path: string): Promise<T> => (await (await fetch(service.url + path)).json()) as T;
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const fields = { host: '127.0.0.1', name: 'local', port: broker.port };
  await post('/expert/3.6.0/add_mqtt_clients', { mqtt: { clients: { 'my-client': fields } } });
  const channel = { family: 'usb', serial: 'E24638', channel: 'temperature' };
  const rule = { ...channel, upper: null, lower: null, no_data_s: NO_DATA_S };
  expect((await post('/app/v1/alarms/rules', rule)).status).toBe(201);
  await witness.wait('a reading', ({ topic }) => topic === 'local/E24638/measurement');
  const client = async (): Promise<MqttClients['clients'][number] | undefined> =>
    (await get<MqttClients>('/app/v1/mqtt/clients')).clients[0];
  const before = await client();
  const from = Date.now() - 60_000;

  service.process.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, ASLEEP_MS));
  const wokeAt = Date.now();
  service.process.kill('SIGCONT');

  const events = await openEvents(service.url);
  atEnd(events.close);
  await until('the broker to be connected anew', async () => {
    const after = await client();
    return after?.status.state === 'online' && after.status.since !== before?.status.since;
  });
  await until('a reading after the sleep', () =>
    events.seen.some(
      ({ event, data }) =>
        event === 'readings' && Date.parse((data as { timestamp: string }).timestamp) > wokeAt + 1000,
    ),
  );
  // It stayed attached: a computer that slept has lost nothing.
  expect(events.seen.some(({ what }) => what === 'device gone')).toBe(false);
  expect((await get<Alarms>('/app/v1/alarms')).alarms).toEqual([]);
  const name = 'usb/E24638/temperature';
  await until('the gap in the history', async () => {
    const to = Date.now();
    const { channels } = await get<HistoryStatistics>(
      `/app/v1/history/statistics?channel=${name}&from=${from}&to=${to}`,
    );
    return channels[0]?.gaps === 1;
  });
  const { entries } = await get<{ entries: { text: string }[] }>('/app/v1/log');
  expect(entries.filter(({ text }) => text.includes('computer resumed'))).toHaveLength(1);
}, 90_000);
