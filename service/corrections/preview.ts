/** What a correction would do: residuals, curve, and what changes at usual values. */
import type { CorrectionInput, CorrectionPreview } from '../contract/index.ts';
import { type PreparedCorrection, prepareCorrection } from './prepare.ts';

const CURVE_STEPS = 100;

/** Shown of the curve beyond points and range, as a part of their width. */
const MARGIN = 0.1;

/** In °C: usual points of calibration. */
const USUAL_TEMPERATURES = [-20, 0, 25, 100] as const;

const EXAMPLES = 5;

/**
 * @param apiUnit of the channel
 * @throws MensuraError `bad-request` naming the field
 */
export function previewCorrection(correction: CorrectionInput, apiUnit: string): CorrectionPreview {
  const prepared = prepareCorrection(correction, apiUnit);
  const { scale, curve } = prepared;
  const inUse = rangeInUse(prepared);
  const [from, to] = withMargin(inUse);
  const at = (measured: number) => {
    const corrected = curve(measured);
    return { measured: scale.toShown(measured), corrected: corrected === null ? null : scale.toShown(corrected) };
  };
  return {
    coefficients: [...prepared.coefficients],
    residuals: correction.points.map(({ measured, reference }, index) => {
      const point = prepared.points[index] ?? { measured: 0, reference: 0 };
      // A point outside a range without values there still has a distance from the curve.
      const fitted = curve(point.measured) ?? polynomial(prepared, point.measured);
      return {
        measured,
        reference,
        corrected: scale.toShown(fitted),
        residual: scale.differenceToShown(point.reference - fitted),
      };
    }),
    curve: steps(from, to, CURVE_STEPS).map(at),
    examples: (apiUnit === '°C' ? USUAL_TEMPERATURES : steps(...inUse, EXAMPLES - 1)).map(at),
  };
}

function polynomial({ coefficients: [c0, c1, c2] }: PreparedCorrection, x: number): number {
  return c0 + x * (c1 + x * c2);
}

/** Measured values of points and range, in the API unit. */
function rangeInUse({ points, range }: PreparedCorrection): [number, number] {
  const measured = [...points.map((point) => point.measured), ...(range ? [range.from, range.to] : [])];
  return [Math.min(...measured), Math.max(...measured)];
}

/** A single point gets the width of its own magnitude, at least 1. */
function withMargin([from, to]: [number, number]): [number, number] {
  const margin = to > from ? (to - from) * MARGIN : Math.max(1, Math.abs(from)) * MARGIN;
  return [from - margin, to + margin];
}

function steps(from: number, to: number, count: number): number[] {
  if (from === to) return [from];
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);
}
