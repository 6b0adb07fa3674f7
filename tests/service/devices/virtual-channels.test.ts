import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProduct, VENDOR } from '../../../service/devices/catalogue.ts';
import { channelOf } from '../../../service/devices/quantities.ts';
import {
  altitude,
  computedChannels,
  dewPoint,
  heatIndex,
  humidex,
  VIRTUAL_CHANNELS,
} from '../../../service/devices/virtual-channels.ts';

// [temperature °C, humidity %, dew point, humidex, heat index] of docs/hardware.md#virtual-channels.
const CLIMATE = [
  [25, 50, '13.8517', '28.2792', '25.0000'],
  [30, 70, '23.9273', '41.2032', '35.0380'],
  [35, 60, '26.0724', '48.5438', '45.0502'],
  [10, 80, '6.7061', '10.0000', '10.0000'],
  [24.8344, 59.8779, '16.5057', '29.7817', '24.8344'],
  [20.6, 31.3, '3.0006', '19.2522', '20.6000'],
] as const;

// [pressure Pa, altitude m]
const ALTITUDES = [
  [101_325, '0.000'],
  [100_000, '110.885'],
  [95_000, '540.337'],
  [102_991, '-137.767'],
  [84_556, '1500.000'],
] as const;

describe('virtual channels', () => {
  test.each(CLIMATE)('%d °C at %d %%: published check values to the last digit', (t, rh, dew, hum, heat) => {
    expect(dewPoint(t, rh).toFixed(4)).toBe(dew);
    expect(humidex(t, rh).toFixed(4)).toBe(hum);
    expect(heatIndex(t, rh).toFixed(4)).toBe(heat);
  });

  test.each(ALTITUDES)('%d Pa: published check values to the last digit', (pressure, metres) => {
    expect(altitude(pressure).toFixed(3)).toBe(metres);
  });

  test.each(ALTITUDES)(
    '%d Pa: the same altitude above another pressure at sea level in proportion',
    (pressure, metres) => {
      // Only the ratio of the pressures counts.
      expect(altitude(pressure * 0.98, 101_325 * 0.98).toFixed(3)).toBe(metres);
      expect(altitude(pressure, pressure)).toBeCloseTo(0, 9);
    },
  );

  test('altitude goes out in millimetres from kilopascals', () => {
    expect(VIRTUAL_CHANNELS['altitude']?.compute(100).toFixed(0)).toBe('110885');
  });

  test('the dew point inside a case is computed of what is measured there', () => {
    const { inputs, compute } = VIRTUAL_CHANNELS['internal_dew_point'] ?? {};
    expect(inputs).toEqual(['internal_temperature', 'internal_relative_humidity']);
    expect(compute?.(25, 50)).toBeCloseTo(13.8517, 4);
  });

  test('a dew point never lies above the temperature, and rises with humidity', () => {
    const temperature = fc.double({ min: -40, max: 60, noNaN: true });
    const humidity = fc.double({ min: 1, max: 100, noNaN: true });
    fc.assert(
      fc.property(temperature, humidity, humidity, (t, a, b) => {
        // The formula's rounded constant 0.4343 puts saturation within a thousandth of a degree.
        expect(dewPoint(t, a)).toBeLessThanOrEqual(t + 1e-3);
        if (a < b) expect(dewPoint(t, a)).toBeLessThanOrEqual(dewPoint(t, b));
      }),
    );
  });

  test('outside their range humidex and heat index are the temperature itself', () => {
    expect(humidex(19.99, 90)).toBe(19.99);
    expect(heatIndex(26.6, 90)).toBe(26.6);
    expect(heatIndex(40, 39.9)).toBe(40);
  });
});

describe('which of a product are computed', () => {
  const of = (...channels: Parameters<typeof createProduct>[2]): string[] =>
    computedChannels(createProduct('X', VENDOR, channels));
  const temperature = channelOf('temperature');
  const humidity = channelOf('relative_humidity');

  test('those whose inputs it has', () => {
    expect(of(temperature, humidity, channelOf('dew_point', true))).toEqual(['dew_point']);
    expect(of(temperature, channelOf('dew_point', true))).toEqual([]);
    expect(of(channelOf('dew_point', true), channelOf('altitude', true))).toEqual([]);
  });

  test('none that is measured, or that has a name of its own', () => {
    expect(of(temperature, humidity, channelOf('dew_point'))).toEqual([]);
    expect(of(temperature, humidity, channelOf('dew_point', true, 'toString'))).toEqual([]);
  });
});
