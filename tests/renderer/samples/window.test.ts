import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SampleRing } from '../../../renderer/data/samples/sample-ring.ts';
import { pointAt, runsBetween } from '../../../renderer/data/samples/window.ts';
import { type Pair, sampleRing } from './support.ts';

function drawn(series: SampleRing, from: number, to: number, msPerPixel: number): Pair[] {
  return runsBetween(series, from, to, msPerPixel).flatMap(({ ring, start, end }) =>
    Array.from({ length: end - start }, (_, index): Pair => [ring.time(start + index), ring.value(start + index)]),
  );
}

/** More than the samples' ring holds: the tiers have to be put together. */
const long = sampleRing(Array.from({ length: 100_000 }, (_, index): Pair => [index * 100, index % 50]));

describe('runsBetween', () => {
  test('gives the samples and one more on each side', () => {
    const series = sampleRing([0, 100, 200, 300, 400, 500].map((time): Pair => [time, time]));
    expect(drawn(series, 150, 350, 0).map(([time]) => time)).toEqual([100, 200, 300, 400]);
    expect(drawn(series, -50, 50, 0).map(([time]) => time)).toEqual([0, 100]);
    expect(drawn(series, 600, 700, 0).map(([time]) => time)).toEqual([500]);
    expect(drawn(sampleRing(), 0, 100, 0)).toEqual([]);
  });

  test.each([0, 1, 1000, 5000, 30_000])('covers all time in order, at %s ms a pixel', (msPerPixel) => {
    const times = drawn(long, 0, 10_000_000, msPerPixel).map(([time]) => time);
    expect(times[0]).toBeLessThan(12_000);
    expect(times.at(-1)).toBe(9_999_900);
    for (let index = 1; index < times.length; index += 1) {
      const step = (times[index] ?? 0) - (times[index - 1] ?? 0);
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThanOrEqual(2 * 12_000);
    }
  });

  test('takes the samples where they are, and few points for many pixels', () => {
    expect(drawn(long, 9_000_000, 9_010_000, 10)).toHaveLength(101);
    expect(drawn(long, 0, 10_000_000, 100_000).length).toBeLessThan(2 * 834 + 200);
  });

  test('is bounded by its neighbours for every stretch', () => {
    const moment = fc.integer({ min: -1_000_000, max: 11_000_000 });
    fc.assert(
      fc.property(moment, moment, fc.constantFrom(0, 100, 1000, 4000, 40_000), (a, b, msPerPixel) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const times = drawn(long, from, to, msPerPixel).map(([time]) => time);
        expect(times).toEqual(times.toSorted((x, y) => x - y));
        expect(times.filter((time) => time < from).length).toBeLessThanOrEqual(1);
        expect(times.filter((time) => time > to).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('pointAt', () => {
  const series = sampleRing([
    [0, 1],
    [1000, 2],
    [1500, null],
    [9000, 4],
  ]);

  test('takes the nearer end of the line', () => {
    expect(pointAt(series, 400, 0)).toEqual({ time: 0, value: 1 });
    expect(pointAt(series, 600, 0)).toEqual({ time: 1000, value: 2 });
  });

  test('says nothing in a gap, but finds its ends', () => {
    expect(pointAt(series, 5000, 500)).toBeUndefined();
    expect(pointAt(series, 8600, 500)).toEqual({ time: 9000, value: 4 });
    expect(pointAt(series, 1300, 500)).toEqual({ time: 1000, value: 2 });
    expect(pointAt(series, 9400, 500)).toEqual({ time: 9000, value: 4 });
    expect(pointAt(series, 9600, 500)).toBeUndefined();
    expect(pointAt(series, -600, 500)).toBeUndefined();
  });

  test('finds what only the coarser tiers still hold', () => {
    expect(Math.abs((pointAt(long, 500_000, 0)?.time ?? 0) - 500_000)).toBeLessThanOrEqual(12_000);
  });
});
