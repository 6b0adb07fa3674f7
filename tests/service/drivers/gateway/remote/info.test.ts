import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeviceState } from '../../../../../service/devices/device-state.ts';
import { readInfo } from '../../../../../service/drivers/gateway/remote/info.ts';
import { infoPayload } from '../../../../../service/mqtt/publish/chosen-device.ts';
import { publishedContent } from '../../../../../service/mqtt/publish/device-publisher.ts';
import { describePth, describeTwoProbes } from '../../../devices/support.ts';
import { bytes, climateInfo, type Info, infoText } from './support.ts';

test('the example of the documentation', () => {
  expect(readInfo(bytes(infoText()), 'E24638')).toEqual({
    facts: {
      product: {
        channels: {
          temperature: {
            description: 'Temperature',
            details: { virtual: false },
            label: 'temperature',
            type: 'Temperature',
            unit: '°C',
          },
        },
        info: {
          interfaces: { usb: 'USB', vcp: 'Virtual COM port' },
          name: 'VCP-RTD300-CAL',
          sku: 'VCP-RTD300-CAL',
          vendor: 'Dracal technologies inc.',
        },
        model: 'VCP-RTD300-CAL/v1',
      },
      vendor: 'Dracal technologies inc.',
      productName: 'VCP-RTD300-CAL',
      firmware: { major: 2, minor: 4 },
      protocols: { usb: true, vcp: true },
      simulated: false,
    },
    periodMs: 1000,
    connections: { usb: null, vcp: { port: '/dev/ttyACM0' } },
  });
});

test('whatever is published is read back whole, with its channels in their order', () => {
  const usb = { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' };
  const described = describePth('E24638', { periodMs: 250, connections: { usb, vcp: null } });
  const read = readInfo(bytes(infoPayload(publishedContent(new DeviceState(described, 0)))), 'E24638');
  const { product, vendor, productName, firmware, protocols, simulated } = described;
  expect(read).toEqual({
    facts: { product, vendor, productName, firmware, protocols, simulated },
    periodMs: 250,
    connections: { usb, vcp: null },
  });
  if ('problem' in read) throw new Error(read.problem);
  expect(Object.keys(read.facts.product.channels)).toEqual(Object.keys(product.channels));
  expect(Object.keys(product.channels)).not.toEqual(Object.keys(product.channels).toSorted());
});

test('labels that tell channels apart are read back, and bounded', () => {
  const text = infoPayload(publishedContent(new DeviceState(describeTwoProbes('E24638'), 0)));
  const labels = { temperature: 'Tank A', temperature_2: 'Tank B' };
  expect(readInfo(bytes(text), 'E24638')).toMatchObject({ facts: { labels } });
  const given = (others: Record<string, unknown>): unknown =>
    readInfo(bytes(JSON.stringify({ ...(JSON.parse(text) as object), labels: others })), 'E24638');
  expect(given({ temperature: 'x'.repeat(200), elsewhere: 'y' })).toMatchObject({
    facts: { labels: { temperature: `${'x'.repeat(59)}…` } },
  });
  expect(given({ temperature: 'a\u202Eb' })).toHaveProperty('problem');
  expect(given({ temperature: 7 })).toHaveProperty('problem');
  expect(given(Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`t${n}`, 'x'])))).toHaveProperty('problem');
});

test("an instrument behind the remote's own gateway is one behind that Mensura", () => {
  const text = infoText('E1', ({ device }) => {
    device.connections.gateway = { gateway_serial: 'SG1', node_id: 4 };
  });
  expect(readInfo(bytes(text), 'E1')).toMatchObject({ connections: { usb: null, vcp: { port: '/dev/ttyACM0' } } });
  expect(readInfo(bytes(text), 'E1')).not.toHaveProperty('connections.gateway');
});

test('simulated is what its vendor says is', () => {
  const text = infoText('SIM00001', ({ device }) => {
    device.info.vendor = 'Mensura (simulated)';
  });
  expect(readInfo(bytes(text), 'SIM00001')).toMatchObject({ facts: { simulated: true } });
});

test('an instrument without channels is one', () => {
  const text = infoText('E1', ({ device, product }) => {
    device.channel_list = [];
    device.channels = {};
    product.channels = {};
  });
  expect(readInfo(bytes(text), 'E1')).toMatchObject({ facts: { product: { channels: {} } }, periodMs: 1000 });
});

test('64 channels are read, more are not', () => {
  const labels = Array.from({ length: 63 }, (_, index) => `raw_${index + 1}`);
  expect(readInfo(bytes(climateInfo('E1', ...labels)), 'E1')).toHaveProperty('facts');
  expect(readInfo(bytes(climateInfo('E1', ...labels, 'raw_64')), 'E1')).toEqual({
    problem: 'has more than 64 channels',
  });
});

describe('is refused', () => {
  const cases: [problem: string, change: (info: Info) => void][] = [
    ['is not valid at device: ', (info) => delete info.device],
    ['is not valid at product: ', (info) => (info.product = [])],
    ['is not valid at device.info.serial: ', ({ device }) => (device.info.serial = 7)],
    ['is not valid at product.channels.temperature.unit: ', (i) => (i.product.channels.temperature.unit = null)],
    ['is not valid at device.connections: ', ({ device }) => (device.connections.lora = {})],
    ['has a serial number that does not match its topic', ({ device }) => (device.info.serial = 'E2')],
    ['has a model that does not match its product', ({ device }) => (device.model = 'X/v1')],
    ['lists channels that its product does not have', ({ device }) => device.channel_list.push('co2')],
    ['lists channels that its product does not have', ({ device }) => (device.channel_list = ['co2'])],
    ['lists channels that its product does not have', ({ device }) => (device.channel_list = [])],
    ['lists channels that its product does not have', ({ device }) => device.channel_list.push('temperature')],
    ['has a channel without a name', ({ product }) => (product.channels.temperature.label = 'co2')],
    ['has a channel without a sampling period', ({ device }) => (device.channels.temperature.period_ms = 0)],
    ['has a channel without a sampling period', ({ device }) => (device.channels.temperature.period_ms = 86_400_001)],
    ['has a channel without a sampling period', ({ device }) => (device.channels = {})],
    ['has a text of more than 255 characters', ({ device }) => (device.info.product = 'x'.repeat(256))],
    ['has a text of more than 255 characters', ({ product }) => (product.info.interfaces = { ['x'.repeat(256)]: 'y' })],
    ['contains control or text-direction', ({ device }) => (device.info.product = 'VCP\u202E-PTH')],
    ['contains control or text-direction', ({ product }) => (product.info.interfaces = { 'a\u001B[2J': 'y' })],
    [
      'has more than 16 protocols',
      ({ device }) =>
        (device.config.protocol = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [index, true]))),
    ],
  ];

  test.each(cases)('%s', (problem, change) => {
    expect(readInfo(bytes(infoText('E1', change)), 'E1')).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('one channel listed twice and another not at all', () => {
    const text = climateInfo('E1', 'co2').replace('["temperature","co2"]', '["temperature","temperature"]');
    expect(readInfo(bytes(text), 'E1')).toEqual({ problem: 'lists channels that its product does not have' });
  });

  test('a channel by a name that every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const text = climateInfo('E1', 'co2').replaceAll('co2', name);
      expect(readInfo(bytes(text), 'E1')).toHaveProperty('problem');
    }
  });

  test('whatever is put in the place of any part of it, or read', () => {
    const paths = pathsOf(JSON.parse(infoText('E1')));
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const text = infoText('E1', (info) => put(info, path, value));
        expect(() => readInfo(bytes(text), 'E1')).not.toThrow();
      }),
    );
  });
});

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = path.concat(name);
    return [here].concat(pathsOf(member, here) as string[][]);
  });
}

function put(target: object, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  const members = target as Record<string, unknown>;
  if (rest.length === 0) members[name] = value;
  else put(members[name] as object, rest, value);
}
