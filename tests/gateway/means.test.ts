/** A remote that publishes means: what a Mensura that reads them shows and stores. */
import { expect, test } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { publish, readFleet } from './support/publishing.ts';
import { keptTemperatures, readingsOf } from './support/readings.ts';
import { openStation } from './support/station.ts';

const NAME = 'fleet/hall';
const INTERVAL_S = 1;

/** Many readings in an interval, in milliseconds. */
const PERIOD_MS = 100;

/** How many means are compared. */
const RUN = 4;

interface Mean {
  magnitude: number;
  unit: string;
  minimum: number;
  maximum: number;
  count: number;
}

test('the means of a remote are readings here, without minimum, maximum and count', async () => {
  const broker = await startMosquitto();
  // Waves, so that minimum, mean and maximum differ.
  const instrument = await plug({ values: [] });
  const [remote, reader] = await Promise.all([openStation([instrument]), openStation([])]);
  await until('the period', async () => (await remote.here.patch('E24638', { period_ms: PERIOD_MS })).status === 200);
  const witness = await subscribe(broker.port, { filter: `${NAME}/E24638/measurement` });
  const events = await reader.listen();
  const beganAt = Date.now();
  const id = await readFleet(reader, broker.port, 'fleet/+');
  await publish(remote, broker.port, NAME, { interval_s: INTERVAL_S, interval_value: 'mean' });
  const published = () =>
    new Map(
      witness.messages.map(({ payload }) => {
        const { timestamp, values } = JSON.parse(payload) as { timestamp: string; values: Record<string, Mean> };
        return [timestamp, values];
      }),
    );
  const heard = await until('a run of means', () => {
    const run = readingsOf(events, 'gateway', 'E24638').slice(0, RUN);
    const all = published();
    return run.length === RUN && run.every(({ timestamp }) => all.has(timestamp)) && run;
  });

  const originals = published();
  const means = [...originals.values()].flatMap(({ temperature }) => temperature ?? []);
  expect(means.some(({ minimum, magnitude, maximum }) => minimum < magnitude && magnitude < maximum)).toBe(true);
  for (const { timestamp, values } of heard) {
    const original = Object.entries(originals.get(timestamp) ?? {});
    expect(original).toHaveLength(7);
    expect(original.every(([, { count }]) => count >= 1)).toBe(true);
    const plain = original.map(([channel, { magnitude, unit }]) => [channel, { magnitude, unit }]);
    // The altitude is computed here, above the pressure at sea level that is set here.
    expect(values).toEqual({ ...Object.fromEntries(plain), altitude: { magnitude: expect.any(Number), unit: 'mm' } });
  }

  expect(await reader.device('E24638')).toMatchObject({ state: 'measuring' });
  const device = (await reader.behind.devices())['E24638'];
  expect(device?.channels['temperature']?.period_ms).toBe(INTERVAL_S * 1000);
  const current = (await reader.behind.get('/3.7.0/devices/gateway/E24638/measurement')).text;
  expect(current).toContain('temperature');
  expect(current).not.toMatch(/count|minimum|maximum/);
  expect((await reader.view(id)).status).toMatchObject({ state: 'online', error: null });

  const stored = await until('the means in the history', async () => {
    const all = await keptTemperatures(reader, 'gateway', beganAt);
    return all.length >= RUN && all;
  });
  expect(stored.slice(0, RUN)).toEqual(
    heard.map(({ timestamp, values }) => ({
      at: Date.parse(timestamp),
      magnitude: values['temperature']?.magnitude,
    })),
  );
});
