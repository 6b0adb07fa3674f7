import { expect, test } from 'vitest';
import { Random } from '../../support/random.ts';
import { slopeOf } from './slope.ts';

test('a straight line has its slope, and no uncertainty', () => {
  const points = [0, 1, 2, 3, 10].map((x) => [x, 7 - 2.5 * x] as const);
  expect(slopeOf(points)).toEqual({ slope: expect.closeTo(-2.5, 12), uncertainty: expect.closeTo(0, 6) });
});

test('slope and standard error of a known example', () => {
  // F. J. Anscombe, Graphs in Statistical Analysis (1973), the first data set, in the order of x: 0.5001 and 0.1179.
  // Its residuals go up and down in turn: they do not widen it.
  const y = [5.68, 7.24, 4.26, 6.95, 4.82, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96];
  const x = [5, 6, 4, 8, 7, 9, 10, 11, 12, 13, 14];
  const points = x.map((value, index) => [value, y[index] ?? 0] as const).toSorted(([one], [other]) => one - other);
  const { slope, uncertainty } = slopeOf(points);
  expect(slope).toBeCloseTo(0.5001, 4);
  expect(uncertainty).toBeCloseTo(0.1179, 4);
});

test('samples that follow the one before make it less sure', () => {
  const random = new Random(1);
  let drift = 0;
  const wandering = Array.from({ length: 200 }, (_, x) => [x, (drift += random.next() - 0.5)] as const);
  const independent = wandering.map(([x]) => [x, random.next() - 0.5] as const);
  const widening = (points: typeof wandering): number => {
    const shuffled = points.map(([x], index) => [x, points[(index * 77) % points.length]?.[1] ?? 0] as const);
    return slopeOf(points).uncertainty / slopeOf(shuffled).uncertainty;
  };
  expect(widening(wandering)).toBeGreaterThan(3);
  expect(widening(independent)).toBeLessThan(1.5);
});

test('too few samples have no slope', () => {
  expect(() => slopeOf([[0, 1]])).toThrow('1 samples are too few for a slope.');
  expect(() =>
    slopeOf([
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
  ).toThrow('3 samples are too few for a slope.');
});
