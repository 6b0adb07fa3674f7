/** The retained `alarm` topic of each device: over devices that come and go, speakers, connections and runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../../../../service/contract/index.ts';
import { ClientPublisher } from '../../../../service/mqtt/publish/client-publisher.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { PAYLOAD, type PlayedAlarmSource } from './played-alarms.ts';
import { clientConfig, createPublisherBench, PlayedBroker, PlayedOutbox, type PublisherBench } from './support.ts';

const TOPIC = 'lab/E24638/alarm';
const ALIKE = { family: 'gateway', id: 'other', channel: 'humidity' } as const;

let folder: string;
let bench: PublisherBench;
let broker: PlayedBroker;
let feed: ClientPublisher | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-alarm-topic-'));
  bench = createPublisherBench();
  broker = new PlayedBroker();
});
afterEach(async () => {
  await feed?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(config = clientConfig()): Promise<void> {
  const { publisher, clock } = bench;
  const outbox = new PlayedOutbox();
  const options = { installation: 'MS0123456789', publisher, outbox, folder, clock, logger: silentLogger };
  feed = new ClientPublisher({ ...options, config });
  await feed.start();
  broker.connect(feed.retained);
}

/** Another run of the service, in which these alarms stand. */
async function restart(...standing: Parameters<PlayedAlarmSource['raise']>): Promise<void> {
  broker.lose();
  await feed?.stop();
  bench = createPublisherBench();
  if (standing.length > 0) bench.alarms.raise(...standing);
}

/** Has an alarm be there, or be another, and told. */
async function raise(changes: Partial<Alarm> = {}): Promise<Alarm> {
  const alarm = bench.alarms.raise(changes);
  await Promise.resolve();
  return alarm;
}

async function end(alarm: Alarm): Promise<void> {
  bench.alarms.end(alarm);
  await Promise.resolve();
}

test('holds the active alarms, canonical, by what the alarm source says', async () => {
  bench.attach('E24638');
  await start();
  expect(broker.retained.get(TOPIC)).toBe('[]');
  await raise();
  expect(broker.retained.get(TOPIC)).toBe(PAYLOAD);
  await raise({ id: 'second', kind: 'no-data', limit: null, magnitude: null, peak: null, channel: 'co2' });
  expect(JSON.parse(broker.retained.get(TOPIC) ?? '')).toEqual([
    expect.objectContaining({ channel: 'temperature', kind: 'above', limit: 30, magnitude: 30.5 }),
    expect.objectContaining({ channel: 'co2', kind: 'no-data', limit: null, magnitude: null }),
  ]);
  await raise({ id: 'second', channel: 'co2', ended: '2026-11-20T14:46:12.318Z' });
  expect(broker.retained.get(TOPIC)).toBe(PAYLOAD);
  const acknowledged = await raise({ acknowledged: '2026-11-20T14:47:12.318Z' });
  expect(broker.retained.get(TOPIC)).toBe(
    PAYLOAD.replace('"acknowledged":null', '"acknowledged":"2026-11-20T14:47:12.318Z"'),
  );
  await end(acknowledged);
  expect(broker.retained.get(TOPIC)).toBe('[]');
});

test('a peak or a count that grows is not sent', async () => {
  bench.attach('E24638');
  await start();
  await raise();
  const { length } = broker.log;
  for (const peak of [32, 33, 34]) await raise({ peak, count: peak });
  expect(broker.log).toHaveLength(length);
});

test('many that turn at one moment are one message', async () => {
  bench.attach('E24638');
  await start();
  const { length } = broker.log;
  for (let id = 0; id < 1000; id += 1) bench.alarms.raise({ id: String(id) });
  await Promise.resolve();
  expect(JSON.parse(broker.retained.get(TOPIC) ?? '')).toHaveLength(1000);
  expect(broker.log.slice(length)).toHaveLength(1);
});

test('stands from the appearance of the device on, with what stood before', async () => {
  await raise();
  await start();
  expect(broker.retained.has(TOPIC)).toBe(false);
  bench.attach('E24638');
  await broker.until(() => broker.retained.get(TOPIC) === PAYLOAD);
});

test('follows a device that is gone: that may be the alarm', async () => {
  bench.attach('E24638');
  await start();
  bench.detach('E24638');
  expect(broker.retained.get('lab/E24638/status')).toBe('offline');
  expect(broker.retained.get(TOPIC)).toBe('[]');
  const alarm = await raise();
  expect(broker.retained.get(TOPIC)).toBe(PAYLOAD);
  await end(alarm);
  expect(broker.retained.get(TOPIC)).toBe('[]');
});

test('is not made for a device that was never published', async () => {
  bench = createPublisherBench({ mayPublish: ({ description }) => description.cameOverMqtt !== true });
  await start();
  bench.attach('E24638', { simulated: true });
  bench.attach('G1', { family: 'gateway', cameOverMqtt: true });
  await raise();
  await raise({ id: 'other', family: 'gateway', serial: 'G1' });
  // Its topics go out together with whatever else waited for the list.
  bench.attach('E1');
  await broker.until(() => broker.retained.has('lab/E1/alarm'));
  const alarms = [...broker.retained.keys()].filter((topic) => topic.endsWith('/alarm'));
  expect(alarms).toEqual(['lab/E1/alarm']);
});

test('of two devices with one serial number, the alarms of the one that speaks', async () => {
  bench.attach('E24638', { family: 'gateway' });
  await start();
  await raise(ALIKE);
  const ofGateway = PAYLOAD.replace('temperature', 'humidity');
  expect(broker.retained.get(TOPIC)).toBe(ofGateway);
  bench.attach('E24638');
  expect(broker.retained.get(TOPIC)).toBe('[]');
  await raise();
  expect(broker.retained.get(TOPIC)).toBe(PAYLOAD);
  bench.detach('E24638');
  expect(broker.retained.get(TOPIC)).toBe(ofGateway);
  bench.detach('E24638', 'gateway');
  await raise({ ...ALIKE, limit: 31 });
  expect(broker.retained.get(TOPIC)).toBe(ofGateway.replace('30', '31'));
});

test('is said again after a lost connection, as it is then', async () => {
  bench.attach('E24638');
  await start();
  broker.lose();
  broker.retained.clear();
  await raise();
  if (feed) broker.connect(feed.retained);
  expect(broker.retained.get(TOPIC)).toBe(PAYLOAD);
});

test.each([
  ['stands', [{}], PAYLOAD],
  ['stands behind a gateway', [ALIKE], PAYLOAD.replace('temperature', 'humidity')],
  ['is over', [], '[]'],
] as const)('after a restart without the device: the alarm %s', async (_, standing, expected) => {
  bench.attach('E24638');
  bench.attach('a/b');
  await start();
  await raise();
  await raise({ id: 'other', serial: 'a/b' });
  expect(broker.retained.get('lab/a%2Fb/alarm')).toBe(PAYLOAD);
  await restart(...standing);
  await start();
  expect(broker.retained.get(TOPIC)).toBe(expected);
  expect(broker.retained.get('lab/a%2Fb/alarm')).toBe('[]');
});

test('after a restart, what came over MQTT meanwhile speaks for nobody', async () => {
  bench.attach('E24638');
  await start();
  await restart(ALIKE);
  bench = createPublisherBench({ mayPublish: ({ description }) => description.cameOverMqtt !== true });
  bench.attach('E24638', { family: 'gateway', cameOverMqtt: true });
  await raise(ALIKE);
  await start();
  expect(broker.retained.get(TOPIC)).toBe('[]');
});

test('is cleared with the client, and under a former name', async () => {
  bench.attach('E24638');
  await start();
  expect(feed?.clearing.map(({ topic }) => topic)).toContain(TOPIC);
  await restart();
  bench.attach('E24638');
  await start(clientConfig({ name: 'other' }));
  expect(broker.retained.has(TOPIC)).toBe(false);
  expect(broker.retained.get('other/E24638/alarm')).toBe('[]');
});
