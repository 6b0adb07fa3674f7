/** Texts of corrections that window and reports share. */
import type { CorrectionFit, CorrectionInput } from './corrections.ts';
import { formatNumberInput, formatScientific, plural } from './number-format.ts';

/** `offset`, `straight line`, `parabola`. @param points number of points */
function curveWord(fit: CorrectionFit, points: number): string {
  if (fit === 'parabola' || (fit === 'exact' && points === 3)) return 'parabola';
  return points === 1 ? 'offset' : 'straight line';
}

/** `straight line, 4 points, least squares` */
export function describeCurve({ fit, points }: Pick<CorrectionInput, 'fit' | 'points'>): string {
  const word = `${curveWord(fit, points.length)}, ${plural(points.length, 'point')}`;
  return fit === 'exact' ? word : `${word}, least squares`;
}

const POWERS = ['', 'x', 'x²'];

/** Smaller coefficients are written in powers of ten. */
const SMALLEST_PLAIN = 1e-4;

/** More are rounding errors. */
const DIGITS = 10;

/** `0.12 + 0.998·x − 3E−5·x²`, without the terms that are 0. @param coefficients c0, c1, c2 */
export function formatCurve(coefficients: readonly number[]): string {
  let text = '';
  for (const [index, value] of coefficients.entries()) {
    if (value === 0) continue;
    const size = Math.abs(value);
    const number = size === 1 && index > 0 ? '' : formatCoefficient(size);
    const sign = value < 0 ? '−' : '+';
    const start = text === '' ? (value < 0 ? sign : '') : `${text} ${sign} `;
    text = `${start}${number}${number && index > 0 ? '·' : ''}${POWERS[index]}`;
  }
  return text || '0';
}

/** @param size positive */
function formatCoefficient(size: number): string {
  const rounded = Number(size.toPrecision(DIGITS));
  return rounded < SMALLEST_PLAIN ? formatScientific(rounded, DIGITS - 1) : formatNumberInput(rounded);
}
