/** The curve of a correction, in the channel's API unit. */
import type { CorrectionInput } from '../contract/index.ts';
import type { Coefficients } from './fit.ts';

/** The measured values for which a correction is valid, in the API unit. */
export interface CurveRange {
  readonly from: number;
  readonly to: number;
  readonly outside: NonNullable<CorrectionInput['range']>['outside'];
}

/** @returns the corrected value; null outside a range without a value there */
export type Curve = (measured: number) => number | null;

function valueAt([c0, c1, c2]: Coefficients, x: number): number {
  return c0 + x * (c1 + x * c2);
}

function slopeAt([, c1, c2]: Coefficients, x: number): number {
  return c1 + 2 * c2 * x;
}

/** @param range null: valid for all values */
export function curveOf(coefficients: Coefficients, range: CurveRange | null): Curve {
  if (!range) return (x) => valueAt(coefficients, x);
  const { from, to, outside } = range;
  return (x) => {
    if (x >= from && x <= to) return valueAt(coefficients, x);
    if (outside === 'none') return null;
    const end = x < from ? from : to;
    return valueAt(coefficients, end) + slopeAt(coefficients, end) * (x - end);
  };
}

/** Whether a greater measured value always gives a greater corrected one. The slope is linear, so its ends decide. */
export function isIncreasing(coefficients: Coefficients, from: number, to: number): boolean {
  return slopeAt(coefficients, from) > 0 && slopeAt(coefficients, to) > 0;
}
