/** From the broker's messages to what the registry shows: the adapter and its claims together. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '../../../../../service/devices/registry.ts';
import { GatewayOwnership } from '../../../../../service/drivers/gateway/devices/gateway-ownership.ts';
import { createRemoteKind } from '../../../../../service/drivers/gateway/remote/adapter.ts';
import type { Adapter } from '../../../../../service/drivers/gateway/types.ts';
import { infoPayload } from '../../../../../service/mqtt/publish/chosen-device.ts';
import { publishedContent } from '../../../../../service/mqtt/publish/device-publisher.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { createBench, describePth, type PlayedDriver, type RegistryBench } from '../../../devices/support.ts';
import { aboutText, OTHER, OWN, PlayedBrokers } from './support.ts';

const HERE = { family: 'gateway', serial: 'E24638' } as const;
const THERE = { family: 'usb', serial: 'E24638' } as const;

let here: RegistryBench;
let there: RegistryBench;
let brokers: PlayedBrokers;
let adapter: Adapter;

beforeEach(() => {
  here = createBench();
  there = createBench();
  brokers = new PlayedBrokers();
  const options = { brokers, installation: OWN, clock: here.clock, logger: silentLogger };
  adapter = createRemoteKind(options).create('g1', {
    kind: 'mqtt',
    name: 'Lab',
    enabled: true,
    client: 'my-client',
    prefix: 'lab',
  });
  new GatewayOwnership({ registry: here.registry, nodes: { numberOf: () => 3 }, clock: here.clock }).listen(adapter);
  adapter.start();
});

afterEach(() => adapter.stop('the test is over'));

/** Attaches an instrument at the other Mensura, and says what it publishes then. */
function attach(driver: PlayedDriver, registry: Registry): void {
  driver.events.emit('attached', describePth('E24638'));
  const device = registry.get(THERE);
  if (!device) throw new Error('It was not attached.');
  brokers.newest.online([
    ['lab/status', 'online'],
    ['lab/about', aboutText(OTHER)],
    ['lab/E24638/info', infoPayload(publishedContent(device))],
    ['lab/E24638/status', 'online'],
  ]);
}

/** A reading there, which is published by hand. */
function read(samples: { channel: string; magnitude: number | null }[]): void {
  there.driver.events.emit('readings', { ...THERE, at: there.clock.now(), samples });
  const values = [...(there.registry.get(THERE)?.readings ?? [])].map(([label, { value }]) => {
    const unit = there.registry.get(THERE)?.description.product.channels[label]?.unit;
    return [label, { magnitude: value?.magnitude ?? null, unit }];
  });
  const timestamp = new Date(there.clock.now()).toISOString();
  brokers.newest.say(
    'lab/E24638/measurement',
    JSON.stringify({ serial: 'E24638', timestamp, values: Object.fromEntries(values) }),
  );
}

const sampled = (temperature: number | null) => [
  { channel: 'atmospheric_pressure', magnitude: 101.3 },
  { channel: 'temperature', magnitude: temperature },
  { channel: 'relative_humidity', magnitude: 40.5 },
];

test('every value and time is equal, computed ones too, and so is the product', () => {
  attach(there.driver, there.registry);
  read(sampled(21.123456789012344));
  const [mine, other] = [here.registry.get(HERE), there.registry.get(THERE)];
  expect([...(mine?.readings ?? [])]).toEqual([...(other?.readings ?? [])]);
  expect(mine?.readings.get('dew_point')?.value?.magnitude).toBeCloseTo(7.2, 1);
  expect(mine?.lastAt).toBe(other?.lastAt);
  expect(mine?.description.product).toEqual(other?.description.product);
  expect(mine?.description).toMatchObject({
    cameOverMqtt: true,
    protocol: null,
    connections: { gateway: { gateway_serial: OTHER, node_id: 3 }, usb: null, vcp: { port: '/dev/ttyACM0' } },
  });
});

test('a sensor that fails there is null here, and what is computed from it', () => {
  attach(there.driver, there.registry);
  read(sampled(21));
  there.clock.advance(1000);
  read(sampled(null));
  const { readings } = here.registry.get(HERE) ?? {};
  expect(readings?.get('temperature')).toEqual({ value: null, reason: 'sensor error (remote)' });
  expect(readings?.get('dew_point')).toEqual({ value: null, reason: 'requires temperature' });
  expect(readings?.get('relative_humidity')?.value?.magnitude).toBe(40.5);
});

test('a message with some of the channels leaves the others as they are, virtual ones too', () => {
  attach(there.driver, there.registry);
  read(sampled(21));
  const events: string[][] = [];
  here.registry.events.on('readings', ({ samples }) => events.push(samples.map(({ channel }) => channel)));
  const say = (channel: string, magnitude: number, unit: string): void => {
    here.clock.advance(1000);
    there.clock.advance(1000);
    const timestamp = new Date(there.clock.now()).toISOString();
    const values = { [channel]: { magnitude, unit } };
    brokers.newest.say('lab/E24638/measurement', JSON.stringify({ serial: 'E24638', timestamp, values }));
  };
  const { readings } = here.registry.get(HERE) ?? {};
  const before = readings?.get('dew_point');
  expect(before?.value?.magnitude).toBeCloseTo(7.06, 2);
  say('temperature', 21.5, '°C');
  expect(readings?.get('temperature')?.value?.magnitude).toBe(21.5);
  expect(readings?.get('dew_point')).toEqual(before);
  say('dew_point', 7.6, '°C');
  expect(readings?.get('dew_point')?.value?.magnitude).toBe(7.6);
  // Computed here, of a pressure that is not in the message.
  say('altitude', 1000, 'mm');
  expect(events).toEqual([['temperature'], ['dew_point']]);
});

test('what waited there is passed on as late, once, and shows nothing', () => {
  const late: [at: number, values: Record<string, number | null>][] = [];
  here.registry.events.on('late', ({ at, samples }) => {
    late.push([at, Object.fromEntries(samples.map(({ channel, magnitude }) => [channel, magnitude]))]);
  });
  attach(there.driver, there.registry);
  read(sampled(20));
  const shown = here.registry.get(HERE)?.lastAt;
  const begun = there.clock.now();
  // The broker is away for ten minutes, and three readings wait.
  here.clock.advance(600_000);
  for (const temperature of [21, null, 23]) {
    there.clock.advance(1000);
    read(sampled(temperature));
  }
  read(sampled(23));
  expect(late).toEqual([
    [begun + 1000, expect.objectContaining({ temperature: 21, dew_point: expect.closeTo(7.1, 0) as number })],
    [begun + 2000, expect.objectContaining({ temperature: null, dew_point: null })],
    [begun + 3000, expect.objectContaining({ temperature: 23 })],
  ]);
  expect(here.registry.get(HERE)?.lastAt).toBe(shown);
  expect(here.registry.get(HERE)?.readings.get('temperature')?.value?.magnitude).toBe(20);
  there.clock.advance(597_000);
  read(sampled(24));
  expect(here.registry.get(HERE)?.readings.get('temperature')?.value?.magnitude).toBe(24);
  expect(late).toHaveLength(3);
});

test('what waited there until after the instrument had left is passed on, computed values too', () => {
  const late: unknown[] = [];
  here.registry.events.on('late', ({ device, at, samples, isAttached }) => {
    const values = Object.fromEntries(samples.map(({ channel, magnitude }) => [channel, magnitude]));
    late.push([device.description.serial, at, values['temperature'], values['dew_point'], isAttached]);
  });
  attach(there.driver, there.registry);
  read(sampled(20));
  // The retained goodbye overtakes what waits.
  brokers.newest.say('lab/E24638/status', 'offline');
  there.clock.advance(1000);
  read(sampled(21));
  expect(late).toEqual([['E24638', there.clock.now(), 21, expect.closeTo(7.1, 0), false]]);
  expect(here.registry.get(HERE)).toBeUndefined();
});

test('nonsense is counted at the instrument, and a good-bye detaches it', () => {
  attach(there.driver, there.registry);
  brokers.newest.say('lab/E24638/measurement', '{}');
  expect(here.registry.get(HERE)?.rejected).toBe(1);
  brokers.newest.say('lab/status', 'offline');
  expect(here.registry.get(HERE)).toBeUndefined();
});
