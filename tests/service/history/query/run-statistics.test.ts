import { expect, test } from 'vitest';
import { runStatisticsOf } from '../../../../service/history/query/run-statistics.ts';
import { GAP } from '../../../../service/history/types.ts';
import { FakeReader } from './support/fake-reader.ts';

const T0 = Date.UTC(2026, 5, 1, 12);

/** A reading each second; null: a sensor error. */
function readerOf(...values: readonly (number | null)[]): FakeReader {
  return new FakeReader([values.map((value, index) => ({ at: T0 + index * 1000, value: value ?? Number.NaN }))]);
}

const LIMITS = { low: 2, high: 8, unit: '°C' };

function outside(reader: FakeReader, limits: Partial<typeof LIMITS> & { low?: number | null } = {}): number | null {
  return runStatisticsOf(reader, T0, T0 + 60_000, { ...LIMITS, ...limits }).outside_ms;
}

test('counts each reading outside the limits until the next reading', () => {
  expect(outside(readerOf(5, 9, 10, 5, 1, 2, 8))).toBe(3000);
  // A reading on a limit is inside, and the last one has no next.
  expect(outside(readerOf(2, 8, 2, 9))).toBe(0);
});

test('does not count gaps and sensor errors', () => {
  expect(outside(readerOf(9, null, 9, 9, 5))).toBe(2000);
  const gap = new FakeReader([
    [
      { at: T0, value: 9 },
      { at: T0, value: GAP },
      { at: T0 + 5000, value: 9 },
      { at: T0 + 6000, value: 5 },
    ],
  ]);
  expect(outside(gap)).toBe(1000);
});

test('has no time outside without limits, and counts one limit alone', () => {
  const reader = readerOf(1, 9, 5);
  const none = { low: null, high: null, unit: '°C' };
  expect(runStatisticsOf(reader, T0, T0 + 60_000, none).outside_ms).toBeNull();
  expect(runStatisticsOf(reader, T0, T0 + 60_000, { ...none, low: 2 }).outside_ms).toBe(1000);
  expect(runStatisticsOf(reader, T0, T0 + 60_000, { ...none, high: 8 }).outside_ms).toBe(1000);
});

// By hand: H/R = 10,000 K; T = 10000 / −ln(mean of exp(−10000 / T)).
test.each([
  [[25, 25, 25], 25],
  // exp(−10000/293.15) = 1.53196e-15, exp(−10000/303.15) = 4.71999e-15: mean 3.12597e-15, −ln 33.39903: 299.410 K.
  [[20, 30], 26.26],
  [[-80, 20], 14.16],
])('computes the mean kinetic temperature of %j', (values, expected) => {
  const { mean_kinetic_temperature: found } = runStatisticsOf(readerOf(...values), T0, T0 + 60_000, LIMITS);
  expect(found).toBeCloseTo(expected, 2);
});

test('has no mean kinetic temperature for another quantity or without a valid reading', () => {
  const of = (unit: string, ...values: (number | null)[]): number | null =>
    runStatisticsOf(readerOf(...values), T0, T0 + 60_000, { ...LIMITS, unit }).mean_kinetic_temperature;
  expect(of('kPa', 99, 100)).toBeNull();
  expect(of('°C', null)).toBeNull();
  expect(of('°C', null, 25)).toBeCloseTo(25, 9);
  // Below absolute zero there is no temperature.
  expect(of('°C', -300)).toBeNull();
});
