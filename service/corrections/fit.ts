/** Fits the curve of a correction to its points. */
import type { CorrectionFit, CorrectionPoint } from '../contract/index.ts';
import { leastSquares } from './least-squares.ts';

/** c0, c1, c2 of c0 + c1·x + c2·x². */
export type Coefficients = readonly [number, number, number];

/** Points that `exact` goes through at most: a parabola has three coefficients. */
export const MAX_EXACT_POINTS = 3;

/** Larger coefficients come from points that are almost the same, not from an instrument. */
const MAX_COEFFICIENT = 1e12;

const LEAST_POINTS: Record<CorrectionFit, number> = { exact: 1, line: 2, parabola: 3 };

const NAMES: Record<CorrectionFit, string> = { exact: 'curve', line: 'straight line', parabola: 'parabola' };

/** Why no curve can be fitted to the points, to follow the name of the field; undefined if one can. */
export function pointsError(points: readonly CorrectionPoint[], fit: CorrectionFit): string | undefined {
  const least = LEAST_POINTS[fit];
  if (points.length < least) return `must have at least ${least} points for a ${NAMES[fit]}`;
  if (fit === 'exact' && points.length > MAX_EXACT_POINTS) {
    return `must have at most ${MAX_EXACT_POINTS} points for a curve through all of them; choose a straight line or a parabola`;
  }
  const sorted = points.toSorted((a, b) => a.measured - b.measured);
  for (const [index, { measured, reference }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.measured !== measured) continue;
    return next.reference === reference
      ? `must differ: the point ${measured} = ${reference} is given twice`
      : `must be a function: ${measured} has two references, ${reference} and ${next.reference}`;
  }
  return undefined;
}

/**
 * The coefficients of the curve through the points (`exact`), or of least squares. Deviations are fitted over a centered
 * and scaled variable, so that far and close points keep their digits.
 * @param points for which `pointsError` found nothing
 * @returns undefined if the coefficients are too large, or no numbers
 */
export function fitPoints(points: readonly CorrectionPoint[], fit: CorrectionFit): Coefficients | undefined {
  const terms = fit === 'exact' ? points.length : LEAST_POINTS[fit];
  const center = points.reduce((sum, { measured }) => sum + measured / points.length, 0);
  const scale = Math.max(...points.map(({ measured }) => Math.abs(measured - center))) || 1;
  const rows = points.map(({ measured }) => powers((measured - center) / scale, terms));
  const [a0 = 0, a1 = 0, a2 = 0] = leastSquares(
    rows,
    points.map(({ measured, reference }) => reference - measured),
  );
  const slope = a1 / scale;
  const square = a2 / scale / scale;
  const coefficients = [
    a0 - slope * center + square * center * center,
    1 + slope - 2 * square * center,
    square,
  ] as const;
  return coefficients.every((one) => Math.abs(one) <= MAX_COEFFICIENT) ? coefficients : undefined;
}

function powers(x: number, terms: number): number[] {
  return Array.from({ length: terms }, (_, exponent) => x ** exponent);
}
