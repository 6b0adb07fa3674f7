import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProduct, VENDOR } from '../../../service/devices/catalogue.ts';
import { DeviceState } from '../../../service/devices/device-state.ts';
import { channelOf } from '../../../service/devices/quantities.ts';
import { channelTexts, measurementText, readingsEventJson } from '../../../service/devices/reading-text.ts';
import { measurementView } from '../../../service/devices/views.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { describePth } from './support.ts';

/** Not in code-unit order, as in most products. */
const CHANNELS = ['temperature', 'atmospheric_pressure', 'relative_humidity'] as const;
const product = createProduct(
  'VCP-PTH450-CAL',
  VENDOR,
  CHANNELS.map((label) => channelOf(label)),
);

describe('readings as text', () => {
  test('are the canonical JSON of the moment, whatever was measured and whatever the serial number is', () => {
    const magnitude = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
    const samples = fc.uniqueArray(fc.record({ channel: fc.constantFrom(...CHANNELS), magnitude }), {
      selector: ({ channel }) => channel,
    });
    const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), moment, samples, (serial, at, sampled) => {
        const device = new DeviceState(describePth(serial, { product }), 0);
        const values = Object.fromEntries(
          sampled.map(({ channel, magnitude: value }) => [
            channel,
            { magnitude: value, unit: product.channels[channel]?.unit },
          ]),
        );
        expect(readingsEventJson(device, at.getTime(), sampled)).toBe(
          canonicalJson({ family: 'usb', serial, timestamp: at.toISOString(), values }),
        );
      }),
    );
  });

  test('tell the newest of two samples of one channel', () => {
    const device = new DeviceState(describePth('E1', { product }), 0);
    const samples = [1, 2].map((magnitude) => ({ channel: 'temperature', magnitude }));
    const { values } = JSON.parse(readingsEventJson(device, 0, samples)) as { values: Record<string, unknown> };
    expect(values).toEqual({ temperature: { magnitude: 2, unit: product.channels['temperature']?.unit } });
  });

  test('have, in the compact form, the newest moment of any channel, wherever it stands', () => {
    const device = new DeviceState(describePth('E1', { product }), 0);
    const at = (channel: string, moment: number): unknown =>
      device.sample({ at: moment, samples: [{ channel, magnitude: 1 }] }, 0);
    expect(measurementText(device)).toBeUndefined();
    for (const [index, channel] of ['temperature', 'relative_humidity', 'atmospheric_pressure'].entries()) {
      at(channel, 1000 * (index + 1));
      expect(measurementText(device)).toBe(canonicalJson(measurementView(device)));
    }
    at('temperature', 4000);
    expect(measurementText(device)).toBe(canonicalJson(measurementView(device)));
    expect(JSON.parse(measurementText(device) ?? '')).toMatchObject({ timestamp: '1970-01-01T00:00:04.000Z' });
  });

  test('keep the unit in which a value was measured, also where the device has another one by now', () => {
    const device = new DeviceState(describePth('E1', { product }), 0);
    device.sample({ at: 1000, samples: [{ channel: 'temperature', magnitude: 21 }] }, 0);
    const { temperature } = product.channels;
    if (!temperature) throw new Error('The product has no temperature.');
    const inKelvin = { ...product, channels: { ...product.channels, temperature: { ...temperature, unit: 'K' } } };
    device.describe(describePth('E1', { product: inKelvin }), 0);
    expect(measurementText(device)).toBe(canonicalJson(measurementView(device)));
    expect(measurementText(device)).toContain(`"unit":${JSON.stringify(temperature.unit)}`);
  });

  test('are made of texts that are kept as long as the product', () => {
    expect(channelTexts(product)).toBe(channelTexts(product));
    expect(channelTexts(product).map(({ channel }) => channel)).toEqual(CHANNELS.toSorted());
  });
});
