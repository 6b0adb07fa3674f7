/** A client with a choice of readings: what it publishes, and what it clears. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../../../service/contract/index.ts';
import { createProduct, VENDOR } from '../../../../service/devices/catalogue.ts';
import { channelOf } from '../../../../service/devices/quantities.ts';
import type { Correctors } from '../../../../service/devices/types.ts';
import { ClientPublisher } from '../../../../service/mqtt/publish/client-publisher.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { clientConfig, createPublisherBench, PlayedBroker, PlayedOutbox, type PublisherBench } from './support.ts';

const CLIMATE = {
  product: createProduct('VCP-PTH450-CAL', VENDOR, [channelOf('temperature'), channelOf('relative_humidity')]),
};
const ADVANCED = { discovery: true } as const;

let folder: string;
let bench: PublisherBench;
let broker: PlayedBroker;
let outbox: PlayedOutbox;
let clients: ClientPublisher[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-chosen-'));
  bench = createPublisherBench();
  broker = new PlayedBroker();
  outbox = new PlayedOutbox();
  clients = [];
});

afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) await client.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(choice: Partial<ReadingChoice>, advanced: object = ADVANCED): Promise<ClientPublisher> {
  const { publisher, clock } = bench;
  const config = clientConfig({}, { ...advanced, readings: { ...READING_CHOICE_DEFAULTS, ...choice } });
  const client = new ClientPublisher({
    config,
    installation: 'MS0123456789',
    publisher,
    outbox,
    folder,
    clock,
    logger: silentLogger,
  });
  clients.push(client);
  await client.start();
  broker.connect(client.retained);
  return client;
}

/** The client starts again with another choice, and no device is connected. */
async function restart(client: ClientPublisher, choice: Partial<ReadingChoice>): Promise<ClientPublisher> {
  broker.lose();
  await client.stop();
  bench = createPublisherBench();
  return start(choice);
}

const payloads = (): string[] => outbox.messages.map(({ payload }) => payload);

/** The retained topics, without the prefixes of discovery. */
const topics = (): string[] =>
  [...broker.retained.keys()].map((topic) => topic.replace(/^homeassistant\/(\w+)\/[^/]+/, '$1')).toSorted();

test('a client publishes its channels only, in measurement, info and discovery', async () => {
  bench.attach('E24638', CLIMATE);
  await start({ channels: 'only', channel_list: ['temperature'] }, { discovery: true, layout: 'both' });
  bench.sample('E24638', { temperature: 21.5, relative_humidity: 40 });
  const at = new Date(bench.clock.now()).toISOString();
  expect(outbox.messages.map(({ topic, payload }) => [topic, payload])).toEqual([
    [
      'E24638/measurement',
      `{"serial":"E24638","timestamp":"${at}","values":{"temperature":{"magnitude":21.5,"unit":"°C"}}}`,
    ],
    ['E24638/channel/temperature', `{"magnitude":21.5,"timestamp":"${at}","unit":"°C"}`],
  ]);
  expect(topics()).toEqual([
    'binary_sensor/E24638_alarm/config',
    'lab/E24638/alarm',
    'lab/E24638/info',
    'lab/E24638/status',
    'lab/about',
    'lab/status',
    'sensor/E24638_temperature/config',
  ]);
  const info = JSON.parse(broker.retained.get('lab/E24638/info') ?? '');
  expect(info.device.channel_list).toEqual(['temperature']);
  expect(Object.keys(info.device.channels)).toEqual(['temperature']);
  expect(Object.keys(info.product.channels)).toEqual(['temperature']);
});

test('a device that is not selected has no topics and no messages', async () => {
  bench.attach('E24638', CLIMATE);
  await start({ devices: 'except', device_list: ['usb/E24638'] });
  bench.sample('E24638', { temperature: 21.5 });
  bench.attach('E24640', CLIMATE);
  bench.detach('E24638');
  bench.sample('E24640', { temperature: 22.5 });
  expect(outbox.messages.map(({ topic }) => topic)).toEqual(['E24640/measurement']);
  await broker.until(() => broker.retained.has('lab/E24640/status'));
  expect(topics().filter((topic) => topic.includes('E24638'))).toEqual([]);
});

test('clients with the default choice share their payload', async () => {
  bench.attach('E24638', CLIMATE);
  await start({});
  bench.sample('E24638', { temperature: 21.5 });
  expect(payloads()).toEqual([bench.moments[0]?.payload]);
});

test('means are published at the end of each interval, and when the client stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  bench.attach('E24638', CLIMATE);
  const noon = Date.UTC(2026, 10, 29, 12);
  vi.spyOn(bench.clock, 'now').mockReturnValue(noon + 58_000);
  const client = await start({ interval_s: 60, interval_value: 'mean' });
  bench.sample('E24638', { relative_humidity: 40, temperature: 20 });
  bench.sample('E24638', { temperature: 23 });
  expect(payloads()).toEqual([]);
  vi.spyOn(bench.clock, 'now').mockReturnValue(noon + 60_000);
  vi.advanceTimersByTime(2000);
  expect(payloads()).toEqual([
    '{"serial":"E24638","timestamp":"2026-11-29T12:01:00.000Z","values":{' +
      '"relative_humidity":{"count":1,"magnitude":40,"maximum":40,"minimum":40,"unit":"%rh"},' +
      '"temperature":{"count":2,"magnitude":21.5,"maximum":23,"minimum":20,"unit":"°C"}}}',
  ]);
  bench.sample('E24638', { temperature: 30 });
  client.unsubscribe();
  expect(outbox.messages.at(-1)).toMatchObject({ at: noon + 60_000, topic: 'E24638/measurement' });
  expect(outbox.messages).toHaveLength(2);
  bench.sample('E24638', { temperature: 31 });
  vi.advanceTimersByTime(120_000);
  expect(outbox.messages).toHaveLength(2);
});

test('the period in info is the time that a reader has to wait', async () => {
  bench.attach('E24638', CLIMATE);
  const period = (): number =>
    JSON.parse(broker.retained.get('lab/E24638/info') ?? '').device.channels.temperature.period_ms as number;
  const client = await start({ interval_s: 60 });
  expect(period()).toBe(60_000);
  broker.lose();
  await client.stop();
  const silent = await start({ only_changes: true, deadband: 1, longest_silence_s: 600 });
  expect(period()).toBe(600_000);
  broker.lose();
  await silent.stop();
  await start({ only_changes: true, deadband: 1, longest_silence_s: 0 });
  expect(period()).toBe(86_400_000);
});

test('a reading that turns null is published at once, with what was gathered before it', async () => {
  bench.attach('E24638', CLIMATE);
  await start({
    interval_s: 86_400,
    only_changes: true,
    deadband: 1e9,
    channels: 'only',
    channel_list: ['temperature'],
  });
  bench.sample('E24638', { temperature: 21.5 });
  expect(payloads()).toEqual([]);
  bench.sample('E24638', { temperature: null });
  expect(payloads().map((payload) => JSON.parse(payload).values.temperature.magnitude as number)).toEqual([21.5, null]);
});

test('what was gathered of a device that disconnects is published', async () => {
  bench.attach('E24638', CLIMATE);
  await start({ interval_s: 86_400 });
  bench.sample('E24638', { temperature: 21.5 });
  bench.detach('E24638');
  expect(payloads().map((payload) => JSON.parse(payload).values.temperature.magnitude as number)).toEqual([21.5]);
});

test('a channel that is removed ends its interval in its unit, and with a null', async () => {
  bench.attach('E24638', CLIMATE);
  await start({ interval_s: 86_400 });
  bench.sample('E24638', { temperature: 21.5, relative_humidity: 40 });
  bench.attach('E24638', { product: createProduct('VCP-PTH450-CAL', VENDOR, [channelOf('temperature')]) });
  expect(payloads().map((payload) => JSON.parse(payload).values as object)).toEqual([
    { relative_humidity: { magnitude: 40, unit: '%rh' } },
    { relative_humidity: { magnitude: null, unit: '%rh' } },
  ]);
});

test('alarms of a selected device are published whatever its readings wait for', async () => {
  bench.attach('E24638', CLIMATE);
  await start({ interval_s: 86_400, channels: 'only', channel_list: ['relative_humidity'] });
  bench.alarms.raise();
  await broker.until(() => broker.retained.get('lab/E24638/alarm') !== '[]');
  expect(JSON.parse(broker.retained.get('lab/E24638/alarm') ?? '')).toHaveLength(1);
});

test('channels and devices that are no longer selected are cleared after a restart, while disconnected', async () => {
  bench.attach('E24638', CLIMATE);
  bench.attach('a/b', CLIMATE);
  const whole = await start({});
  expect(topics().filter((topic) => topic.startsWith('sensor/'))).toHaveLength(4);
  const fewer = await restart(whole, { channels: 'except', channel_list: ['temperature'] });
  await broker.until(() => topics().filter((topic) => topic.startsWith('sensor/')).length === 2);
  expect(topics().filter((topic) => topic.startsWith('sensor/'))).toEqual([
    'sensor/E24638_relative_humidity/config',
    expect.stringMatching(/^sensor\/a-b-\w{8}_relative_humidity\/config$/),
  ]);
  await restart(fewer, { devices: 'only', device_list: ['usb/E24638'] });
  await broker.until(() => !broker.retained.has('lab/a%2Fb/info'));
  expect(topics()).toEqual([
    'binary_sensor/E24638_alarm/config',
    'lab/E24638/alarm',
    'lab/E24638/info',
    'lab/E24638/status',
    'lab/about',
    'lab/status',
    'sensor/E24638_relative_humidity/config',
  ]);
});

test('a device that turns into one that is not selected is cleared', async () => {
  bench.attach('E24638', { ...CLIMATE, family: 'gateway' });
  await start({ families: ['gateway'] });
  expect(topics()).toContain('lab/E24638/info');
  bench.attach('E24638', CLIMATE);
  await broker.until(() => !broker.retained.has('lab/E24638/info'));
  expect(topics()).toEqual(['lab/about', 'lab/status']);
  bench.sample('E24638', { temperature: 1 });
  expect(outbox.messages).toEqual([]);
});

test('a renamed device is announced again, with the same ids', async () => {
  bench.attach('E24638', CLIMATE);
  await start({});
  const topic = 'homeassistant/sensor/MS0123456789_client-1/E24638_temperature/config';
  const before = broker.retained.get(topic) ?? '';
  bench.names.set({ family: 'usb', serial: 'E24638' }, { alias: 'Cold room' });
  await broker.until(() => broker.retained.get(topic) !== before);
  expect(broker.retained.get(topic)).toBe(before.replace('"name":"VCP-PTH450-CAL E24638"', '"name":"Cold room"'));
  broker.log.length = 0;
  bench.names.set({ family: 'usb', serial: 'E24638' }, { alias: 'Cold room' });
  bench.names.set({ family: 'gateway', serial: 'E24638' }, { alias: 'Another' });
  expect(broker.log).toEqual([]);
});

test('uncorrected values are published by clients that chose them, and end with a null', async () => {
  const key = { family: 'usb', serial: 'E24638' } as const;
  const correct = (corrections?: Correctors): void => {
    const device = bench.registry.get(key);
    device?.correct(corrections);
    if (device) bench.registry.events.emit('changed', device);
  };
  bench.attach('E24638', CLIMATE);
  await start({ uncorrected: true, channels: 'only', channel_list: ['temperature'] });
  const others = new PlayedOutbox();
  bench.publisher.events.on('sampleSet', ({ serial, at, payload }) => others.push({ topic: serial, payload, at }));
  correct(new Map([['temperature', { unit: '°C', correct: (magnitude) => magnitude - 1 }]]));
  await broker.until(() => topics().includes('sensor/E24638_temperature_uncorrected/config'));
  const info = JSON.parse(broker.retained.get('lab/E24638/info') ?? '');
  expect(info.device.channel_list).toEqual(['temperature', 'temperature_uncorrected']);
  expect(info.product.channels.temperature_uncorrected.description).toBe('Temperature, uncorrected');
  bench.sample('E24638', { temperature: 21.5, relative_humidity: 40 });
  const values = (): object[] => payloads().map((payload) => JSON.parse(payload).values as object);
  expect(values()).toEqual([
    { temperature: { magnitude: 20.5, unit: '°C' } },
    { temperature_uncorrected: { magnitude: 21.5, unit: '°C' } },
  ]);
  correct();
  await broker.until(() => !topics().includes('sensor/E24638_temperature_uncorrected/config'));
  expect(values().at(-1)).toEqual({ temperature_uncorrected: { magnitude: null, unit: '°C' } });
  expect(others.messages.map(({ payload }) => payload).join('')).not.toContain('uncorrected');
});
