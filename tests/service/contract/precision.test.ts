import { describe, expect, test } from 'vitest';
import {
  conversionsOf,
  decimalsOf,
  formatReading,
  knownDecimalsOf,
  resolutionOf,
} from '../../../service/contract/index.ts';
import { QUANTITIES } from '../../../service/devices/quantities.ts';

/** By hand, from the formulas of docs/hardware.md: the last digit that the finest sensor still resolves. */
const DECIMALS: readonly [channel: string, unit: string, decimals: number][] = [
  ['temperature', '°C', 2],
  ['temperature_2', '°C', 2],
  ['dew_point', '°C', 2],
  ['relative_humidity', '%rh', 2],
  ['atmospheric_pressure', 'kPa', 3],
  ['differential_pressure', 'kPa', 4],
  ['differential_pressure_2', 'kPa', 4],
  ['differential_pressure_2_uncorrected', 'kPa', 4],
  ['co2', 'ppm', 0],
  ['co2_filtered', '%', 4],
  ['soil_moisture', '%', 2],
  ['tvoc', 'ppb', 0],
  ['uv_a', 'µW/cm²', 0],
  ['uv_b', 'µW/cm²', 0],
  ['illuminance', 'lx', 1],
  ['voltage', 'V', 5],
  ['current', 'A', 4],
  ['power', 'W', 3],
  ['altitude', 'mm', 0],
  ['raw_1', 'raw', 0],
  ['something', 'furlong', 3],
];

describe('decimals of a reading', () => {
  test.each(DECIMALS)('of %s in %s: %i', (channel, unit, decimals) => {
    expect(decimalsOf(channel, unit)).toBe(decimals);
  });

  test.each([
    ['temperature', '°C', '°F', 2],
    ['atmospheric_pressure', 'kPa', 'hPa', 2],
    ['atmospheric_pressure', 'kPa', 'Pa', 0],
    ['differential_pressure', 'kPa', 'Pa', 1],
    ['altitude', 'mm', 'm', 1],
    ['altitude', 'mm', 'ft', 1],
    ['rain', 'mm', 'm', 4],
    ['co2_filtered', '%', 'ppm', 0],
    ['co2', 'ppm', '%', 4],
  ])('of %s in %s, displayed in %s: %i', (channel, unit, shown, decimals) => {
    expect(
      decimalsOf(
        channel,
        unit,
        conversionsOf(unit).find((one) => one.unit === shown),
      ),
    ).toBe(decimals);
  });

  test.each(Object.entries(QUANTITIES))('follow from a resolution for %s', (channel, { unit }) => {
    expect(resolutionOf(channel, unit)).toBeGreaterThan(0);
  });

  test('never hide a whole display unit that the contract resolves', () => {
    for (const [channel, { unit }] of Object.entries(QUANTITIES)) {
      for (const shown of conversionsOf(unit)) {
        const { times = 1, per = 1 } = shown;
        const lastDigit = 10 ** -decimalsOf(channel, unit, shown);
        const resolution = ((resolutionOf(channel, unit) ?? 0) * times) / per;
        expect(lastDigit, `${channel} in ${shown.unit}`).toBeLessThanOrEqual(Math.max(1, resolution * 10));
      }
    }
  });
});

test('a unit that is not known has decimals only by default', () => {
  expect([decimalsOf('turns', 'furlongs'), knownDecimalsOf('turns', 'furlongs')]).toEqual([3, undefined]);
  expect(knownDecimalsOf('temperature_2', '°C')).toBe(decimalsOf('temperature_2', '°C'));
});

test('a reading for programs has no locale, and no sign for zero', () => {
  expect(formatReading(1_234_567.891, 'altitude', 'mm')).toBe('1234568');
  expect(formatReading(-12.3456, 'temperature', '°C')).toBe('-12.35');
  expect(formatReading(-0.001, 'temperature', '°C')).toBe('0.00');
});
