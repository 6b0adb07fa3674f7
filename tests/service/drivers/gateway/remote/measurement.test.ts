import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMeasurement } from '../../../../../service/drivers/gateway/remote/live-readings.ts';
import { ProductPool, type SharedProduct } from '../../../../../service/drivers/gateway/remote/product-pool.ts';
import { MeasurementWriter } from '../../../../../service/mqtt/publish/measurement-writer.ts';
import { describePth } from '../../../devices/support.ts';
import { bytes } from './support.ts';

const { product, vendor, productName, firmware, protocols, simulated } = describePth('E24638');
const kind = new ProductPool(1).take(
  { product, vendor, productName, firmware, protocols, simulated },
  {},
) as SharedProduct;

/** The example of docs/mqtt.md, with replacements. */
function example(from = '', to = ''): Uint8Array {
  const text =
    '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"relative_humidity":{"magnitude":40.5,"unit":"%rh"},"temperature":{"magnitude":21.123456789012344,"unit":"°C"}}}';
  return bytes(text.replace(from, to));
}

function read(payload: Uint8Array) {
  return readMeasurement(payload, 'E24638', kind.channels);
}

test('the example of the documentation: every digit, and the moment to the millisecond', () => {
  expect(read(example())).toEqual({
    at: Date.UTC(2026, 10, 20, 14, 45, 12, 318),
    samples: [
      { channel: 'relative_humidity', magnitude: 40.5 },
      { channel: 'temperature', magnitude: 21.123456789012344 },
    ],
  });
});

test('a sensor that fails there has no value here', () => {
  expect(read(example('21.123456789012344', 'null'))).toMatchObject({
    samples: [
      { channel: 'relative_humidity', magnitude: 40.5 },
      { channel: 'temperature', magnitude: null, reason: 'sensor error (remote)' },
    ],
  });
});

test('a virtual channel is read as the remote has computed it', () => {
  const values = '"dew_point":{"magnitude":7.25,"unit":"°C"},"temperature"';
  expect(read(example('"temperature"', values))).toMatchObject({
    samples: [
      { channel: 'relative_humidity', magnitude: 40.5 },
      { channel: 'dew_point', magnitude: 7.25 },
      { channel: 'temperature', magnitude: 21.123456789012344 },
    ],
  });
});

test('a mean is a reading, whatever else it has', () => {
  const mean = '"temperature":{"count":60,"magnitude":21.5,"maximum":22,"minimum":21,';
  expect(read(example('"temperature":{"magnitude":21.123456789012344,', mean))).toMatchObject({
    samples: [
      { channel: 'relative_humidity', magnitude: 40.5 },
      { channel: 'temperature', magnitude: 21.5 },
    ],
  });
});

test('a channel that the product does not have is left out', () => {
  expect(read(example('"relative_humidity"', '"co2"'))).toMatchObject({ samples: [{ channel: 'temperature' }] });
});

describe('is refused', () => {
  test.each([
    ['E24638', 'E24639', 'has a serial number that does not match its topic'],
    ['"E24638"', '24638', 'has a serial number that does not match its topic'],
    ['.318Z', 'Z', 'has no valid timestamp (expected 2026-11-20T14:45:12.318Z)'],
    ['timestamp', 'time', 'has no valid timestamp (expected 2026-11-20T14:45:12.318Z)'],
    ['"values":{', '"value":{', 'has no values'],
    ['%rh', '%', 'has the wrong unit for relative_humidity'],
    ['"°C"', '"°F"', 'has the wrong unit for temperature'],
    ['"°C"', 'null', 'has the wrong unit for temperature'],
    ['40.5', '"40.5"', 'has no numeric value for relative_humidity'],
    ['40.5', '1e999', 'has no numeric value for relative_humidity'],
    ['40.5', 'true', 'has no numeric value for relative_humidity'],
    ['"magnitude":40.5,', '', 'has no numeric value for relative_humidity'],
    ['{"magnitude":40.5,"unit":"%rh"}', 'null', 'has a channel without a value'],
    ['{"magnitude":40.5,"unit":"%rh"}', '40.5', 'has a channel without a value'],
    ['}}}', '}}', 'is not JSON'],
    ['{"serial"', '["serial"', 'is not a JSON object'],
  ])('%s as %s: %s', (from, to, problem) => {
    expect(read(example(from, to))).toEqual({ problem });
  });

  test.each([
    ['{}', 'has 0 channels'],
    ['[]', 'has no values'],
    ['null', 'has no values'],
    ['{"__proto__":{"magnitude":1,"unit":"°C"}}', 'has no known channels'],
    ['{"co2":{"magnitude":1,"unit":"ppm"}}', 'has no known channels'],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`c${index}`, {}]))),
      'has 65 channels',
    ],
  ])('values %s', (values, problem) => {
    expect(read(bytes(`{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":${values}}`))).toEqual({
      problem,
    });
  });
});

test('whatever is published is read back: any double, any moment', () => {
  const magnitude = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
  const labels = ['atmospheric_pressure', 'temperature', 'relative_humidity'];
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date(0) }),
      fc.tuple(magnitude, magnitude, magnitude),
      (date, given) => {
        fc.pre(date.getUTCFullYear() < 10_000);
        const writer = new MeasurementWriter('E24638');
        writer.describe(product, 0);
        writer.recall(labels);
        const samples = labels.map((channel, index) => ({ channel, magnitude: given[index] ?? null }));
        const moment = writer.write(date.getTime(), samples);
        const taken = read(bytes(moment?.payload ?? ''));
        expect(taken).toHaveProperty('at', date.getTime());
        // JSON has one zero.
        const expected = new Map(
          samples.map((sample) => [sample.channel, sample.magnitude === 0 ? 0 : sample.magnitude]),
        );
        const back =
          'samples' in taken ? taken.samples.map((sample) => [sample.channel, sample.magnitude] as const) : [];
        expect(new Map(back)).toEqual(expected);
      },
    ),
  );
});

test('no JSON makes it fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (values, whole) => {
      const wrapped = { serial: 'E24638', timestamp: '2026-11-20T14:45:12.318Z', values };
      expect(() => read(bytes(JSON.stringify(wrapped)))).not.toThrow();
      expect(() => read(bytes(JSON.stringify({ serial: 'E24638', whole })))).not.toThrow();
    }),
  );
});
