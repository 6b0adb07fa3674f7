import { describe, expect, test } from 'vitest';
import { measureNoise, suggestDelay, suggestHysteresis } from '../../../renderer/data/alarms/noise.ts';
import { FlapMonitor } from '../../../service/alarms/flap-monitor.ts';
import { LimitMonitor } from '../../../service/alarms/limit-monitor.ts';

/** Uniform in [0, 1), the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Normally distributed with a standard deviation of 1: Box-Muller. */
function normal(seed: number): () => number {
  const next = random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

function every(ms: number, count: number, valueAt: (index: number) => number) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return { times: indexes.map((index) => index * ms), values: indexes.map(valueAt) };
}

/** How many times a limit of 0 is raised by readings, one every second. */
function raises(hysteresis: number, values: readonly number[]): number {
  const limit = new LimitMonitor({ kind: 'above', limit: 0, hysteresis, delayMs: 0, peak: undefined });
  const monitor = new FlapMonitor(limit, false);
  const kinds = values.map((value, index) => monitor.add(value, index * 1000)?.kind);
  return kinds.filter((kind) => kind === 'raised' || kind === 'repeated').length;
}

describe('the noise of readings', () => {
  test('is nothing without readings, or with a few', () => {
    expect(measureNoise({ times: [], values: [] })).toBeUndefined();
    expect(measureNoise(every(1000, 19, () => 1))).toBeUndefined();
    expect(measureNoise(every(1000, 20, () => 1))).toEqual({ readings: 20, spanMs: 19_000, width: 0, outliersMs: 0 });
  });

  test('does not count a trend', () => {
    const rising = measureNoise(every(1000, 600, (index) => index / 10));
    const noisy = measureNoise(every(1000, 600, (index) => index / 10 + (index % 2)));
    expect(rising?.width).toBeLessThan(1.5);
    expect(noisy?.width).toBeGreaterThan(0.9);
    expect(noisy?.width).toBeLessThan(2.5);
  });

  test('is the width of the readings around the trend', () => {
    const next = normal(1);
    const { width = 0, outliersMs } = measureNoise(every(1000, 600, () => 20 + 0.1 * next())) ?? {};
    // Of 600 normally distributed readings, the extremes are 6 to 7 standard deviations apart.
    expect(width).toBeGreaterThan(0.45);
    expect(width).toBeLessThan(0.8);
    expect(outliersMs).toBe(0);
  });

  test('of readings that alternate between two values of the resolution is that step', () => {
    expect(measureNoise(every(1000, 600, (index) => (index % 25 === 0 ? 1.01 : 1)))?.width).toBeCloseTo(0.01, 9);
  });

  test('leaves out outliers, and measures how long they last', () => {
    const next = normal(2);
    const isOutlier = (index: number): boolean => [100, 300, 301, 302].includes(index);
    const noise = measureNoise(every(500, 600, (index) => 0.1 * next() + (isOutlier(index) ? 50 : 0)));
    expect(noise?.width).toBeLessThan(0.8);
    expect(noise?.outliersMs).toBe(1500);
  });

  test('counts at most the newest 6000 readings', () => {
    expect(measureNoise(every(100, 9000, (index) => (index < 3000 ? 1000 * (index % 2) : 1)))).toEqual({
      readings: 6000,
      spanMs: 599_900,
      width: 0,
      outliersMs: 0,
    });
  });
});

describe('a suggestion', () => {
  test.each([
    [0, 0],
    [0.24, 0.3],
    [0.241, 0.4],
    [8, 10],
    [1e-9, 2e-9],
    [123, 200],
  ])('of a hysteresis: a width of %d makes %d', (width, hysteresis) => {
    expect(suggestHysteresis(width)).toBe(hysteresis);
  });

  test.each([
    [0, 0],
    [500, 1],
    [1000, 2],
    [4999, 5],
    [60_000, 120],
    [1e9, 600],
  ])('of a delay: outliers for %d ms make %d s', (ms, seconds) => {
    expect(suggestDelay(ms)).toBe(seconds);
  });

  test('keeps noise around the limit from repeating the alarm', () => {
    const next = normal(3);
    const readings = every(1000, 600, () => next());
    const hysteresis = suggestHysteresis(measureNoise(readings)?.width ?? 0);
    // The worst case: the limit and the end of the alarm are equally far from the mean.
    const later = Array.from({ length: 3600 }, () => next() - hysteresis / 2);
    const atLimit = Array.from({ length: 3600 }, () => next());
    expect(raises(0, atLimit)).toBeGreaterThan(800);
    expect(raises(hysteresis, atLimit)).toBeLessThanOrEqual(2);
    expect(raises(hysteresis, later)).toBeLessThanOrEqual(2);
  });
});
