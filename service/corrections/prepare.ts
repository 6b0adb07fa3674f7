/** Checks a correction and computes its curve. */
import type { CorrectionInput, CorrectionPoint } from '../contract/index.ts';
import { type UnitScale, unitScale } from '../devices/unit-scale.ts';
import { type FieldError, invalidFields } from '../support/errors.ts';
import { type Curve, type CurveRange, curveOf, isIncreasing } from './curve.ts';
import { type Coefficients, fitPoints, pointsError } from './fit.ts';

export interface PreparedCorrection {
  readonly coefficients: Coefficients;
  readonly curve: Curve;
  readonly scale: UnitScale;
  /** In the channel's API unit. */
  readonly points: readonly CorrectionPoint[];
  readonly range: CurveRange | null;
}

/**
 * @param apiUnit of the channel
 * @throws MensuraError `bad-request` naming the field
 */
export function prepareCorrection(correction: CorrectionInput, apiUnit: string): PreparedCorrection {
  const { unit, points: written, fit } = correction;
  const scale = unitScale(apiUnit, unit);
  if (!scale) throw invalid('unit', `must be ${apiUnit}, or a unit in which ${apiUnit} can be displayed`);
  const error = pointsError(written, fit);
  if (error !== undefined) throw invalid('points', error);
  const points = written.map(({ measured, reference }) => ({
    measured: scale.toApi(measured),
    reference: scale.toApi(reference),
  }));
  const coefficients = fitPoints(points, fit);
  if (!coefficients) throw invalid('points', 'must give a usable curve; these are too close together or too large');
  const range = correction.range && {
    from: scale.toApi(correction.range.from),
    to: scale.toApi(correction.range.to),
    outside: correction.range.outside,
  };
  const [from, to] = increasingRange(points, range);
  if (!isIncreasing(coefficients, from, to)) {
    const shown = [from, to].map((end) => Number(scale.toShown(end).toPrecision(6)));
    throw invalid('points', `must give an increasing curve; this one is not, between ${shown.join(' and ')} ${unit}`);
  }
  return { coefficients, curve: curveOf(coefficients, range), scale, points, range };
}

/** Where the curve must increase: over points and range; without a range, half as far again to both sides. */
function increasingRange(points: readonly CorrectionPoint[], range: CurveRange | null): [number, number] {
  const measured = points.map((point) => point.measured);
  const [from, to] = [Math.min(...measured), Math.max(...measured)];
  if (range) return [Math.min(from, range.from), Math.max(to, range.to)];
  const margin = (to - from) / 2;
  return [from - margin, to + margin];
}

function invalid(path: string, message: string) {
  return invalidFields([{ path, message } satisfies FieldError]);
}
