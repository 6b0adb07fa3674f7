/** MQTT clients in the status of the service, and as figures for Prometheus. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppStatus, appStatusSchema } from '../../../service/contract/index.ts';
import { ask } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

async function status(): Promise<AppStatus> {
  return appStatusSchema.parse((await ask(host.port, '/app/v1/status')).json());
}

/** The samples of all MQTT metrics, line by line. */
async function samples(): Promise<string[]> {
  const { text } = await ask(host.port, '/metrics');
  return text.split('\n').filter((line) => line.startsWith('mensura_mqtt_'));
}

test('the status counts configured and connected clients', async () => {
  expect(await status()).toMatchObject({ mqtt_clients: 0, mqtt_online: 0 });
  for (const identifier of ['a', 'b', 'c']) await host.world.mqtt.create({ identifier });
  host.world.mqtt.fare('a', { state: 'online' });
  host.world.mqtt.fare('b', { state: 'online' });
  host.world.mqtt.fare('c', { state: 'waiting' });
  expect(await status()).toMatchObject({ mqtt_clients: 3, mqtt_online: 2 });
  await host.world.mqtt.remove('a');
  expect(await status()).toMatchObject({ mqtt_clients: 2, mqtt_online: 1 });
});

test('the metrics without clients have only the states', async () => {
  expect(await samples()).toEqual([
    'mensura_mqtt_clients{state="idle"} 0',
    'mensura_mqtt_clients{state="connecting"} 0',
    'mensura_mqtt_clients{state="online"} 0',
    'mensura_mqtt_clients{state="waiting"} 0',
    'mensura_mqtt_clients{state="failed"} 0',
  ]);
});

test('the metrics have each client', async () => {
  await host.world.mqtt.create({ identifier: 'b' });
  await host.world.mqtt.create({ identifier: 'a' });
  host.world.mqtt.fare('a', {
    state: 'online',
    published: 12,
    queued: 3,
    queued_bytes: 456,
    dropped: 7,
    violations: 2,
  });
  host.world.mqtt.fare('b', { state: 'failed' });
  const lines = await samples();
  expect(lines).toEqual([
    'mensura_mqtt_clients{state="idle"} 0',
    'mensura_mqtt_clients{state="connecting"} 0',
    'mensura_mqtt_clients{state="online"} 1',
    'mensura_mqtt_clients{state="waiting"} 0',
    'mensura_mqtt_clients{state="failed"} 1',
    'mensura_mqtt_online{client="a"} 1',
    'mensura_mqtt_online{client="b"} 0',
    'mensura_mqtt_published_total{client="a"} 12',
    'mensura_mqtt_published_total{client="b"} 0',
    'mensura_mqtt_queued{client="a"} 3',
    'mensura_mqtt_queued{client="b"} 0',
    'mensura_mqtt_queued_bytes{client="a"} 456',
    'mensura_mqtt_queued_bytes{client="b"} 0',
    'mensura_mqtt_dropped_total{client="a"} 7',
    'mensura_mqtt_dropped_total{client="b"} 0',
    'mensura_mqtt_violations_total{client="a"} 2',
    'mensura_mqtt_violations_total{client="b"} 0',
  ]);
  const { text } = await ask(host.port, '/metrics');
  for (const [name, type] of [
    ['clients', 'gauge'],
    ['online', 'gauge'],
    ['published_total', 'counter'],
    ['queued', 'gauge'],
    ['queued_bytes', 'gauge'],
    ['dropped_total', 'counter'],
    ['violations_total', 'counter'],
  ]) {
    expect(text).toMatch(new RegExp(`# HELP mensura_mqtt_${name} .+\n# TYPE mensura_mqtt_${name} ${type}\n`));
  }
});

test.each([
  ['a"b', 'a\\"b'],
  ['a\\b', 'a\\\\b'],
  ['a\nb', 'a\\nb'],
  ['\\n"\n', '\\\\n\\"\\n'],
  ['a{}=,b', 'a{}=,b'],
  ['plant/🌡️', 'plant/🌡️'],
])('the identifier %j is %j in a label', async (identifier, label) => {
  await host.world.mqtt.create({ identifier, name: 'a' });
  expect(await samples()).toContain(`mensura_mqtt_online{client="${label}"} 0`);
});
