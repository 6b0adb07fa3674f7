import { describe, expect, test } from 'vitest';
import { statistics } from '../../../renderer/features/charts/data/statistics.ts';
import { type Pair, sampleRing } from '../samples/support.ts';

describe('statistics', () => {
  const series = sampleRing([0, 1, 2, 3, 4].map((index): Pair => [index * 1000, index * index]));

  test('cover only the samples in view', () => {
    expect(statistics(series, { from: 1000, to: 3500 })).toEqual({
      latest: 9,
      min: 1,
      max: 9,
      mean: expect.closeTo(14 / 3, 9),
    });
  });

  test('have no latest value after a gap', () => {
    const broken = sampleRing([
      [0, 1],
      [1000, null],
    ]);
    expect(statistics(broken, { from: 0, to: 2000 })).toEqual({ latest: null, min: 1, max: 1, mean: 1 });
  });

  test('are null without readings', () => {
    const nothing = { latest: null, min: null, max: null, mean: null };
    expect(statistics(undefined, { from: 0, to: 1000 })).toEqual(nothing);
    expect(statistics(series, { from: 10_000, to: 20_000 })).toEqual(nothing);
  });

  test('have no mean if only extremes are left', () => {
    const long = sampleRing(Array.from({ length: 30_000 }, (_, index): Pair => [index * 100, index % 10]));
    const early = statistics(long, { from: 0, to: 60_000 });
    expect([early.min, early.max, early.mean]).toEqual([0, 9, null]);
    expect(statistics(long, { from: 2_900_000, to: 2_999_900 }).mean).toBeCloseTo(4.5, 1);
  });
});
