/** What clients with a choice of readings publish to a real broker, as an independent witness sees it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadingChoice } from '../../service/contract/index.ts';
import type { Emulator } from '../emulator/emulator.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { freshFolder } from '../support/process.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

type Values = Record<string, { magnitude: number | null; minimum?: number; maximum?: number; count?: number }>;

interface Measurement {
  timestamp: string;
  values: Values;
}

const dataDir = freshFolder();
let broker: MosquittoBroker;
let instrument: Emulator;
let service: RunningService;

async function send(method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${service.url}/app/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

/** A client under its own name. */
function clientBody(name: string, readings: Partial<ReadingChoice>, advanced: object = {}) {
  return { name, host: '127.0.0.1', port: broker.port, advanced: { readings, ...advanced } };
}

async function publish(name: string, readings: Partial<ReadingChoice>, advanced: object = {}): Promise<Subscriber> {
  const witness = await subscribe(broker.port, { filter: `${name}/#` });
  await send('POST', 'mqtt/clients', { identifier: name, ...clientBody(name, readings, advanced) });
  await witness.wait('status', ({ topic }) => topic === `${name}/status`);
  return witness;
}

function measurements(witness: Subscriber, name: string): Measurement[] {
  return witness.on(`${name}/E24638/measurement`).map(({ payload }) => JSON.parse(payload) as Measurement);
}

const temperatures = (witness: Subscriber, name: string): (number | null | undefined)[] =>
  measurements(witness, name).map(({ values }) => values['temperature']?.magnitude);

const show = (temperature: string): void => instrument.show(['102466', temperature, '66.81']);

beforeAll(async () => {
  broker = await startMosquitto();
  instrument = await plug();
  service = await serve([instrument], { dataDir });
});

test('publishes the chosen channels only, rounded', async () => {
  const name = 'channels';
  const witness = await publish(name, { channels: 'only', channel_list: ['temperature'], decimals: 1 });
  await until('three readings', () => measurements(witness, name).length >= 3);
  for (const { values } of measurements(witness, name)) {
    expect(values).toEqual({ temperature: { magnitude: 24.9, unit: '°C' } });
  }
  const info = witness.on(`${name}/E24638/info`).at(-1)?.payload ?? '{}';
  expect((JSON.parse(info) as { device: { channel_list: string[] } }).device.channel_list).toEqual(['temperature']);
});

test('publishes means with their ends as times, aligned to the clock', async () => {
  const name = 'means';
  const witness = await publish(name, { interval_s: 3, interval_value: 'mean' });
  await until('three means', () => measurements(witness, name).length >= 3, 60_000);
  const ends = measurements(witness, name).map(({ timestamp }) => Date.parse(timestamp));
  expect(ends.map((at) => at % 3000)).toEqual(ends.map(() => 0));
  expect(new Set(ends).size).toBe(ends.length);
  for (const { values } of measurements(witness, name)) {
    const { temperature } = values;
    expect(temperature).toMatchObject({ magnitude: 24.87, minimum: 24.87, maximum: 24.87 });
    expect(temperature?.count).toBeGreaterThanOrEqual(1);
  }
});

test('publishes changes above the deadband, and a reading that turns null at once', async () => {
  const name = 'changes';
  const only: Partial<ReadingChoice> = { channels: 'only', channel_list: ['temperature'] };
  const witness = await publish(name, { ...only, only_changes: true, deadband: 0.5, longest_silence_s: 0 });
  const every = await publish('every', only);
  // Day-long intervals: nothing but a null is due.
  const daily = await publish('daily', { ...only, interval_s: 86_400 });
  const seen = (value: number | null) => until(`${value}`, () => temperatures(every, 'every').includes(value));
  await until('the first value', () => temperatures(witness, name).length === 1);
  for (const value of [25.2, 25.5, 25.6]) {
    show(String(value));
    await seen(value);
  }
  await until('the second change', () => temperatures(witness, name).length === 2);
  expect(temperatures(witness, name)).toEqual([24.87, 25.5]);
  instrument.faults.errorColumns.add(2);
  await seen(null);
  await until('null', () => temperatures(witness, name).at(-1) === null);
  await until('null of a daily client', () => temperatures(daily, 'daily').at(-1) === null);
  expect(temperatures(daily, 'daily')).toEqual([25.6, null]);
  instrument.faults.errorColumns.delete(2);
  await until('the value after null', () => temperatures(witness, name).length === 4);
  expect(temperatures(witness, name)).toEqual([24.87, 25.5, null, 25.6]);
  show('24.87');
});

test('publishes uncorrected values beside the corrected ones, if chosen', async () => {
  const name = 'corrected';
  const correction = { unit: '°C', points: [{ measured: 20, reference: 19 }] };
  await send('PUT', 'devices/usb/E24638/channels/temperature/correction', correction);
  const choice: Partial<ReadingChoice> = { channels: 'only', channel_list: ['temperature'], uncorrected: true };
  const witness = await publish(name, choice);
  const valueOf = (channel: string) =>
    until(channel, () =>
      measurements(witness, name)
        .map(({ values }) => values[channel]?.magnitude)
        .find((magnitude) => magnitude !== undefined),
    );
  const [corrected, uncorrected] = [await valueOf('temperature'), await valueOf('temperature_uncorrected')];
  // The correction takes 1 °C away.
  expect((uncorrected ?? Number.NaN) - (corrected ?? Number.NaN)).toBeCloseTo(1);
});

describe('Home Assistant', () => {
  const name = 'home';
  const configs = (witness: Subscriber, kind: string): Map<string, Record<string, unknown>> => {
    const newest = new Map(witness.messages.map(({ topic, payload }) => [topic, payload]));
    const ours = [...newest].filter(([topic, payload]) => topic.includes(`/${kind}/`) && payload !== '');
    return new Map(ours.map(([topic, payload]) => [topic.split('/').at(-2) ?? '', JSON.parse(payload)]));
  };

  test('has the names of the user, a problem sensor, and no entity of a channel that is no longer published', async () => {
    const witness = await subscribe(broker.port, { filter: 'ha/#' });
    const discovery = { discovery: true, discovery_prefix: 'ha' };
    await publish(name, {}, discovery);
    await until('the sensors', () => configs(witness, 'sensor').size === 7);
    await send('PATCH', 'devices/usb/E24638', {
      alias: 'Cold room',
      channels: { temperature: { alias: 'Air' } },
    });
    await until('the new name', () => configs(witness, 'sensor').get('E24638_temperature')?.['name'] === 'Air');
    const config = configs(witness, 'sensor').get('E24638_temperature');
    expect(config).toMatchObject({
      unique_id: expect.stringMatching(/^MS\w{10}_E24638_temperature$/),
      device: { name: 'Cold room', serial_number: 'E24638' },
    });
    expect(configs(witness, 'binary_sensor').get('E24638_alarm')).toMatchObject({
      device_class: 'problem',
      state_topic: `${name}/E24638/alarm`,
      device: { name: 'Cold room' },
    });

    const fewer: Partial<ReadingChoice> = { channels: 'except', channel_list: ['temperature', 'humidex'] };
    await send('PUT', 'mqtt/clients/home', clientBody(name, fewer, discovery));
    await until('that two are removed', () => configs(witness, 'sensor').size === 5);
    expect(configs(witness, 'sensor').has('E24638_temperature')).toBe(false);

    // The next run without the instrument, and without all of its devices.
    await service.stop();
    service = await serve([], { dataDir });
    const none: Partial<ReadingChoice> = {
      devices: 'except',
      device_list: ['usb/E24638', 'gateway/E24638', 'computed/E24638'],
    };
    await send('PUT', 'mqtt/clients/home', clientBody(name, none, discovery));
    await until('that all are removed', () => configs(witness, 'sensor').size === 0);
    expect(configs(witness, 'binary_sensor').size).toBe(0);
    const late = await subscribe(broker.port, { filter: `${name}/#` });
    await late.wait('status', ({ topic }) => topic === `${name}/status`);
    expect(late.messages.filter(({ topic }) => topic.startsWith(`${name}/E24638/`))).toEqual([]);
  });
});
