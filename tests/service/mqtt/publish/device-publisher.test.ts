import { describe, expect, test } from 'vitest';
import { createProduct, VENDOR } from '../../../../service/devices/catalogue.ts';
import { channelOf } from '../../../../service/devices/quantities.ts';
import { DevicePublisher } from '../../../../service/mqtt/publish/device-publisher.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { describePth } from '../../devices/support.ts';
import { createPublisherBench, type PublisherBench } from './support.ts';

const THERMOMETER = {
  product: createProduct('VCP-RTD300-CAL', VENDOR, [channelOf('temperature')]),
  productName: 'VCP-RTD300-CAL',
  connections: { usb: null, vcp: { port: '/dev/ttyACM0' } },
};

const ON_GATEWAY = {
  ...THERMOMETER,
  family: 'gateway',
  connections: { gateway: { gateway_serial: 'G1', node_id: 7 }, usb: null, vcp: null },
} as const;

/** Written by hand from interface.md#device and interface.md#product; keys in code-unit order. */
const THERMOMETER_INFO =
  '{"device":{"channel_list":["temperature"],"channels":{"temperature":{"period_ms":1000,"value":null}},' +
  '"config":{"protocol":{"usb":true,"vcp":true}},"connections":{"usb":null,"vcp":{"port":"/dev/ttyACM0"}},' +
  '"info":{"firmware_version_major":2,"firmware_version_minor":4,"product":"VCP-RTD300-CAL","serial":"E24638",' +
  '"vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"},' +
  '"product":{"channels":{"temperature":{"description":"Temperature","details":{"virtual":false},' +
  '"label":"temperature","type":"Temperature","unit":"°C"}},' +
  '"info":{"interfaces":{"usb":"USB","vcp":"Virtual COM port"},"name":"VCP-RTD300-CAL","sku":"VCP-RTD300-CAL",' +
  '"vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"}}';

function payloads({ moments }: PublisherBench): string[] {
  return moments.map(({ payload }) => payload);
}

describe('what is published of devices', () => {
  test('info has device and product with every value null, also while the device measures', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 21.5 });
    bench.attach('E24638', { ...THERMOMETER, periodMs: 500 });
    expect(bench.devices.map(({ info }) => info)).toEqual([
      THERMOMETER_INFO,
      THERMOMETER_INFO.replace('"period_ms":1000', '"period_ms":500'),
    ]);
    expect(bench.publisher.devices.get('E24638')).toMatchObject({
      serial: 'E24638',
      firmware: { major: 2, minor: 4 },
      vendor: 'Dracal technologies inc.',
      productName: 'VCP-RTD300-CAL',
    });
  });

  test('a description that changes nothing is not told again', () => {
    const bench = createPublisherBench();
    bench.attach('E24638');
    bench.attach('E24638', { product: structuredClone(describePth('E24638').product) });
    expect(bench.said).toEqual([['device', 'E24638']]);
  });

  test('devices that were there before the start are told, and nothing after the stop', () => {
    const bench = createPublisherBench();
    bench.publisher.stop();
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 21 });
    expect(bench.said).toEqual([]);
    bench.publisher.start();
    bench.publisher.start();
    bench.sample('E24638', { temperature: 22 });
    bench.publisher.stop();
    bench.publisher.stop();
    bench.sample('E24638', { temperature: 23 });
    bench.detach('E24638');
    expect(bench.said).toEqual([
      ['device', 'E24638'],
      ['sampleSet', 'E24638'],
    ]);
    expect(bench.publisher.devices.size).toBe(0);
  });

  test('a device that goes is gone, and comes back as a new one', () => {
    const bench = createPublisherBench();
    bench.attach('E24638');
    bench.detach('E24638');
    expect(bench.publisher.devices.size).toBe(0);
    bench.attach('E24638');
    expect(bench.said).toEqual([
      ['device', 'E24638'],
      ['removed', 'E24638'],
      ['device', 'E24638'],
    ]);
  });

  test('simulated devices are published only where that is asked for', () => {
    const closed = createPublisherBench();
    closed.attach('SIM00001', { simulated: true });
    closed.sample('SIM00001', { temperature: 21 });
    closed.detach('SIM00001');
    expect(closed.said).toEqual([]);
    const open = createPublisherBench({ publishSimulated: true });
    open.attach('SIM00001', { simulated: true });
    expect(open.said).toEqual([['device', 'SIM00001']]);
  });

  test('a device that may not be published is not, and another of its serial may', () => {
    const bench = createPublisherBench({ mayPublish: ({ description }) => description.family === 'usb' });
    bench.attach('E24638', ON_GATEWAY);
    bench.sample('E24638', { temperature: 21 }, 'gateway');
    expect(bench.said).toEqual([]);
    bench.attach('E24638', THERMOMETER);
    expect(bench.said).toEqual([['device', 'E24638']]);
    bench.detach('E24638');
    expect(bench.said.at(-1)).toEqual(['removed', 'E24638']);
  });
});

describe('one serial in both families', () => {
  test('USB speaks for it; the gateway takes over and back, without a gone in between', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', ON_GATEWAY);
    bench.sample('E24638', { temperature: 1 }, 'gateway');
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 2 }, 'gateway');
    bench.sample('E24638', { temperature: 3 });
    bench.detach('E24638');
    bench.sample('E24638', { temperature: 4 }, 'gateway');
    bench.detach('E24638', 'gateway');
    expect(bench.said.map(([name]) => name)).toEqual([
      'device',
      'sampleSet',
      'device',
      'sampleSet',
      'device',
      'sampleSet',
      'removed',
    ]);
    expect(bench.moments.map(({ samples }) => samples[0]?.magnitude)).toEqual([1, 3, 4]);
    const connections = bench.devices.map(({ info }) => JSON.parse(info).device.connections);
    expect(connections).toEqual([ON_GATEWAY.connections, THERMOMETER.connections, ON_GATEWAY.connections]);
  });

  test('the gateway that came second says nothing, coming or going', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', THERMOMETER);
    bench.attach('E24638', ON_GATEWAY);
    bench.detach('E24638', 'gateway');
    expect(bench.said).toEqual([['device', 'E24638']]);
  });

  test('a gateway device that was silent already ends the values of the one it takes over from', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', ON_GATEWAY);
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 20 }, 'gateway');
    const gateway = bench.registry.get({ family: 'gateway', serial: 'E24638' });
    bench.clock.advance(10_000);
    gateway?.checkSilence(bench.clock.monotonic());
    bench.sample('E24638', { temperature: 21 });
    bench.detach('E24638');
    expect(bench.moments.map(({ samples }) => samples)).toEqual([
      [{ channel: 'temperature', magnitude: 21, unit: '°C' }],
      [{ channel: 'temperature', magnitude: null, unit: '°C' }],
    ]);
  });
});

describe('sampling moments', () => {
  test('a moment has the channels sampled then, in code-unit order, with full doubles', () => {
    const bench = createPublisherBench();
    bench.attach('E24638');
    bench.sample('E24638', { temperature: 21.123456789012344 });
    bench.sample('E24638', { relative_humidity: 40 });
    bench.sample('E24638', { atmospheric_pressure: 101.325, temperature: -0 });
    expect(payloads(bench)).toEqual([
      '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"temperature":{"magnitude":21.123456789012344,"unit":"°C"}}}',
      '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"relative_humidity":{"magnitude":40,"unit":"%rh"}}}',
      expect.stringMatching(
        /"values":\{"altitude":\{"magnitude":-?[\d.e-]+,"unit":"mm"\},"atmospheric_pressure":\{"magnitude":101.325,"unit":"kPa"\},"temperature":\{"magnitude":0,"unit":"°C"\}\}\}$/,
      ),
    ]);
    expect(bench.moments[0]).toMatchObject({ serial: 'E24638', at: bench.clock.now() });
  });

  test('a channel that turned invalid is null once; a moment with nothing left is not sent', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: null });
    expect(bench.moments).toEqual([]);
    bench.sample('E24638', { temperature: 21 });
    bench.sample('E24638', { temperature: null });
    bench.sample('E24638', { temperature: null });
    bench.sample('E24638', { temperature: 22 });
    expect(bench.moments.map(({ samples }) => samples[0]?.magnitude)).toEqual([21, null, 22]);
    expect(payloads(bench)[1]).toBe(
      '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"temperature":{"magnitude":null,"unit":"°C"}}}',
    );
  });

  test('silence ends every channel that was valid, once, stamped now; those never sampled are not told', () => {
    const bench = createPublisherBench();
    bench.attach('E24638');
    bench.sample('E24638', { temperature: 21, relative_humidity: null });
    bench.clock.advance(10_000);
    bench.registry.get({ family: 'usb', serial: 'E24638' })?.checkSilence(bench.clock.monotonic());
    const device = bench.registry.get({ family: 'usb', serial: 'E24638' });
    expect(device?.state).toBe('silent');
    for (let times = 0; times < 2; times += 1) if (device) bench.registry.events.emit('changed', device);
    expect(payloads(bench).slice(1)).toEqual([
      '{"serial":"E24638","timestamp":"2026-11-20T14:45:22.318Z","values":{"temperature":{"magnitude":null,"unit":"°C"}}}',
    ]);
    expect(bench.said.filter(([name]) => name === 'removed')).toEqual([]);
  });

  test('a device that comes back with a failing channel ends the value of before', () => {
    const bench = createPublisherBench();
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 21 });
    bench.detach('E24638');
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: null });
    bench.sample('E24638', { temperature: null });
    expect(bench.moments.map(({ samples }) => samples[0]?.magnitude)).toEqual([21, null]);
  });

  test('of devices that left 10,000 are remembered, the newest', () => {
    const bench = createPublisherBench();
    const serials = Array.from({ length: 10_001 }, (_, index) => `E${index}`);
    for (const serial of serials) {
      bench.attach(serial, THERMOMETER);
      bench.sample(serial, { temperature: 21 });
      bench.detach(serial);
    }
    bench.moments.length = 0;
    for (const serial of ['E0', 'E1', 'E10000']) {
      bench.attach(serial, THERMOMETER);
      bench.sample(serial, { temperature: null });
    }
    expect(bench.moments.map(({ serial }) => serial)).toEqual(['E1', 'E10000']);
  });

  test('a channel that is no more is ended, the others keep what they were', () => {
    const bench = createPublisherBench();
    bench.attach('E24638');
    bench.sample('E24638', { temperature: 21, relative_humidity: 40, atmospheric_pressure: 100 });
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: null });
    const told = bench.moments.slice(1).map(({ samples }) => samples.map(({ channel }) => channel));
    expect(told).toEqual([
      ['altitude', 'atmospheric_pressure', 'dew_point', 'heat_index', 'humidex', 'relative_humidity'],
      ['temperature'],
    ]);
    expect(bench.moments.slice(1).every(({ samples }) => samples.every(({ magnitude }) => magnitude === null))).toBe(
      true,
    );
  });

  test('a listener that fails does not stop the others', () => {
    const bench = createPublisherBench();
    const publisher = new DevicePublisher({
      registry: bench.registry,
      alarms: bench.alarms,
      names: bench.names,
      publishSimulated: false,
      clock: bench.clock,
      logger: silentLogger,
    });
    let heard = 0;
    publisher.events.on('sampleSet', () => {
      throw new Error('a mistake');
    });
    publisher.events.on('sampleSet', () => {
      heard += 1;
    });
    publisher.start();
    bench.attach('E24638', THERMOMETER);
    bench.sample('E24638', { temperature: 21 });
    expect(heard).toBe(1);
  });
});
