/** Check values worked by hand. */
import { describe, expect, test } from 'vitest';
import type { CorrectionFit, CorrectionPoint } from '../../../service/contract/index.ts';
import { fitPoints, pointsError } from '../../../service/corrections/fit.ts';

const points = (...pairs: [measured: number, reference: number][]): CorrectionPoint[] =>
  pairs.map(([measured, reference]) => ({ measured, reference }));

function expectCoefficients(from: CorrectionPoint[], fit: CorrectionFit, wanted: [number, number, number]): void {
  const coefficients = fitPoints(from, fit) ?? [];
  expect(coefficients).toHaveLength(3);
  for (const [index, value] of wanted.entries()) {
    expect(Math.abs((coefficients[index] ?? Number.NaN) - value), `c${index}`).toBeLessThan(
      1e-10 * Math.max(1, Math.abs(value)),
    );
  }
}

describe('an exact curve', () => {
  test('through one point is an offset', () => {
    expectCoefficients(points([20.1, 20]), 'exact', [-0.1, 1, 0]);
  });

  test('through two points is a straight line', () => {
    // Slope 40 / 40.3; at 20.1 it takes 804 / 40.3 of the reference 20, which leaves 2 / 40.3.
    expectCoefficients(points([20.1, 20], [60.4, 60]), 'exact', [2 / 40.3, 40 / 40.3, 0]);
  });

  test('through three points is a parabola', () => {
    // Divided differences 1.02 and 0.98, so c2 = -0.04 / 100; c1 = 1.02 + 0.0004 · 50.
    expectCoefficients(points([0, 0], [50, 51], [100, 100]), 'exact', [0, 1.04, -0.0004]);
    expectCoefficients(points([100, 100], [0, 0], [50, 51]), 'exact', [0, 1.04, -0.0004]);
  });

  test('keeps its digits far from zero', () => {
    // Deviations 10, 12, 16: c2 = (0.004 - 0.002) / 2000; c1 = 1 + 0.002 - 1e-6 · 201000; c0 = 10 - 200 + 1e-6 · 1.01e10.
    expectCoefficients(
      points([100_000, 100_010], [101_000, 101_012], [102_000, 102_016]),
      'exact',
      [9910, 0.801, 1e-6],
    );
  });
});

describe('least squares', () => {
  test('of a straight line', () => {
    // Means 15 and 15.25, Sxy 505, Sxx 500: slope 1.01, and 15.25 - 15.15.
    expectCoefficients(points([0, 0], [10, 11], [20, 19], [30, 31]), 'line', [0.1, 1.01, 0]);
  });

  test('of a parabola', () => {
    // Sums over x = -2 … 2: y 0.3, xy 11, x²y 0.8, x² 10, x⁴ 34. So c1 = 1.1; 5 c0 + 10 c2 = 0.3, 10 c0 + 34 c2 = 0.8.
    const measured = points([-2, -2.2], [-1, -0.9], [0, 0.1], [1, 0.9], [2, 2.4]);
    expectCoefficients(measured, 'parabola', [0.06 - 2 / 70, 1.1, 1 / 70]);
  });

  test('of as many points as coefficients goes through them', () => {
    expectCoefficients(points([20.1, 20], [60.4, 60]), 'line', [2 / 40.3, 40 / 40.3, 0]);
    expectCoefficients(points([0, 0], [50, 51], [100, 100]), 'parabola', [0, 1.04, -0.0004]);
  });
});

describe('points without a curve', () => {
  test('are refused with the reason', () => {
    expect(pointsError(points([20, 21], [20, 22]), 'line')).toBe(
      'must be a function: 20 has two references, 21 and 22',
    );
    expect(pointsError(points([20, 21], [30, 31], [20, 21]), 'line')).toBe(
      'must differ: the point 20 = 21 is given twice',
    );
    expect(pointsError(points([20, 21]), 'line')).toBe('must have at least 2 points for a straight line');
    expect(pointsError(points([1, 1], [2, 2]), 'parabola')).toBe('must have at least 3 points for a parabola');
    expect(pointsError(points([1, 1], [2, 2], [3, 3], [4, 4]), 'exact')).toMatch('at most 3 points');
    expect(pointsError(points([1, 1], [2, 2], [3, 3]), 'exact')).toBeUndefined();
  });

  test('give no coefficients if these are too large, or no numbers', () => {
    expect(fitPoints(points([20, 20], [20.000_000_000_000_004, 30]), 'exact')).toBeUndefined();
    expect(fitPoints(points([1e300, 1], [-1e300, 1e308], [0, 0]), 'exact')).toBeUndefined();
    expect(fitPoints(points([0, 1e13]), 'exact')).toBeUndefined();
  });
});
