/** What a played Mensura publishes, against the examples of docs/mqtt.md, byte for byte. */
import { expect, test } from 'vitest';
import { RemoteInstrument } from './remote/instrument.ts';
import { REMOTE_MODELS, type RemoteModel } from './remote/models.ts';
import { aboutPayload, channelPayload, infoPayload, measurementPayload, topicLevel } from './remote/payloads.ts';
import { altitude, dewPoint, heatIndex, humidex } from './remote/virtual.ts';

/** 2026-11-20T14:45:12.318Z: 20777 days of 86400 s since 1970, 14 h 45 min 12.318 s. */
const AT = 20_777 * 86_400_000 + ((14 * 60 + 45) * 60 + 12) * 1000 + 318;

const [RTD, PTH] = REMOTE_MODELS as [RemoteModel, RemoteModel];

test('about', () => {
  expect(aboutPayload('MS0123456789')).toBe(
    '{"installation":"MS0123456789","service_name":"mensura-device-service","version":"3.7.0"}',
  );
});

test('info', () => {
  const info = infoPayload({
    serial: 'E24638',
    model: RTD,
    periodMs: 1000,
    port: '/dev/ttyACM0',
    firmware: { major: 2, minor: 4 },
  });
  expect(info).toBe(
    '{"device":{"channel_list":["temperature"],"channels":{"temperature":{"period_ms":1000,"value":null}},' +
      '"config":{"protocol":{"usb":true,"vcp":true}},"connections":{"usb":null,"vcp":{"port":"/dev/ttyACM0"}},' +
      '"info":{"firmware_version_major":2,"firmware_version_minor":4,"product":"VCP-RTD300-CAL","serial":"E24638",' +
      '"vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"},"product":{"channels":{"temperature":' +
      '{"description":"Temperature","details":{"virtual":false},"label":"temperature","type":"Temperature",' +
      '"unit":"°C"}},"info":{"interfaces":{"usb":"USB","vcp":"Virtual COM port"},"name":"VCP-RTD300-CAL",' +
      '"sku":"VCP-RTD300-CAL","vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"}}',
  );
});

test('info of more channels: the list in the order of the product, the keys in that of their code units', () => {
  const info = infoPayload({ serial: 'E1', model: PTH, periodMs: 100, port: 'x', firmware: { major: 1, minor: 0 } });
  const { device, product } = JSON.parse(info) as {
    device: { channel_list: string[]; channels: object };
    product: { channels: Record<string, { details: { virtual: boolean } }> };
  };
  const keys = ['altitude', 'atmospheric_pressure', 'dew_point', 'heat_index', 'humidex', 'relative_humidity'];
  expect(Object.keys(device.channels)).toEqual([...keys, 'temperature']);
  expect(Object.keys(product.channels)).toEqual([...keys, 'temperature']);
  expect(device.channel_list).toEqual([
    'atmospheric_pressure',
    'temperature',
    'relative_humidity',
    'dew_point',
    'humidex',
    'heat_index',
    'altitude',
  ]);
  expect(Object.values(product.channels).map(({ details }) => details.virtual)).toEqual([
    true,
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('measurement and channel', () => {
  const humidity = { label: 'relative_humidity', unit: '%rh', magnitude: 40.5 };
  const temperature = { label: 'temperature', unit: '°C', magnitude: 21.123456789012344 };
  expect(measurementPayload('E24638', AT, [humidity, temperature])).toBe(
    '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"relative_humidity":' +
      '{"magnitude":40.5,"unit":"%rh"},"temperature":{"magnitude":21.123456789012344,"unit":"°C"}}}',
  );
  expect(channelPayload(AT, humidity)).toBe('{"magnitude":40.5,"timestamp":"2026-11-20T14:45:12.318Z","unit":"%rh"}');
  expect(channelPayload(AT, { ...humidity, magnitude: null })).toContain('"magnitude":null');
});

test('a level of a topic is percent-encoded where it must be', () => {
  expect(['a/b', '50%+#', 'E24638', 'a\u0001b', 'µ'].map(topicLevel)).toEqual([
    'a%2Fb',
    '50%25%2B%23',
    'E24638',
    'a%01b',
    'µ',
  ]);
});

test('a channel that fails is null once with those that need it, and back when it heals', () => {
  const instrument = new RemoteInstrument('E1', PTH, 0);
  const labels = (): string[] =>
    instrument.measure(AT).map(({ label, magnitude }) => (magnitude === null ? `${label} null` : label));
  const all = [
    'altitude',
    'atmospheric_pressure',
    'dew_point',
    'heat_index',
    'humidex',
    'relative_humidity',
    'temperature',
  ];
  expect(labels()).toEqual(all);
  instrument.fail('relative_humidity');
  expect(labels()).toEqual([
    'altitude',
    'atmospheric_pressure',
    'dew_point null',
    'heat_index null',
    'humidex null',
    'relative_humidity null',
    'temperature',
  ]);
  expect(labels()).toEqual(['altitude', 'atmospheric_pressure', 'temperature']);
  instrument.heal('relative_humidity');
  expect(labels()).toEqual(all);
  expect(() => instrument.fail('humidex')).toThrow('E1 (VCP-PTH450-CAL) has no sensor for humidex');
});

test('a channel that never had a value is never there, also in a program that starts anew', () => {
  const instrument = new RemoteInstrument('E1', RTD, 0);
  instrument.fail('temperature');
  expect(instrument.measure(AT)).toEqual([]);
  instrument.heal('temperature');
  expect(instrument.measure(AT)).toHaveLength(1);
  instrument.fail('temperature');
  instrument.forget();
  expect(instrument.measure(AT)).toEqual([]);
});

/** Check values of docs/hardware.md#virtual-channels: temperature, humidity, dew point, humidex, heat index. */
test.each([
  [25, 50, 13.8517, 28.2792, 25],
  [30, 70, 23.9273, 41.2032, 35.038],
  [35, 60, 26.0724, 48.5438, 45.0502],
  [10, 80, 6.7061, 10, 10],
  [24.8344, 59.8779, 16.5057, 29.7817, 24.8344],
  [20.6, 31.3, 3.0006, 19.2522, 20.6],
])('virtual channels at %d °C and %d %%', (temperature, humidity, dew, felt, heat) => {
  expect(dewPoint(temperature, humidity)).toBeCloseTo(dew, 4);
  expect(humidex(temperature, humidity)).toBeCloseTo(felt, 4);
  expect(heatIndex(temperature, humidity)).toBeCloseTo(heat, 4);
});

/** Check values of docs/hardware.md#virtual-channels: pressure in Pa, altitude in m. */
test.each([
  [101_325, 0],
  [100_000, 110.885],
  [95_000, 540.337],
  [102_991, -137.767],
  [84_556, 1500],
])('altitude at %d Pa', (pascal, metres) => {
  expect(altitude(pascal / 1000) / 1000).toBeCloseTo(metres, 2);
});
