import {
  type AppDevice,
  type ChannelDefinition,
  type CorrectionFit,
  type CorrectionInput,
  type CorrectionVersion,
  UNCORRECTED_SUFFIX,
} from '../../../service/contract/index.ts';
import { formatNumberInput, formatScientific, plural } from '../format/numbers.ts';

/** Whether a channel has the values before a correction. */
export function isUncorrected(label: string): boolean {
  return label.endsWith(UNCORRECTED_SUFFIX);
}

/** Whether a channel can be corrected: a measured one, not computed from others. */
export function canCorrect({ family }: Pick<AppDevice, 'family'>, { label, details }: ChannelDefinition): boolean {
  return family !== 'computed' && !details.virtual && !isUncorrected(label);
}

/** The channel of an uncorrected one. */
export function correctedChannel(label: string): string {
  return label.slice(0, -UNCORRECTED_SUFFIX.length);
}

/** `offset`, `straight line`, `parabola`. @param points number of points */
export function curveWord(fit: CorrectionFit, points: number): string {
  if (fit === 'parabola' || (fit === 'exact' && points === 3)) return 'parabola';
  return points === 1 ? 'offset' : 'straight line';
}

/** `straight line, 4 points, least squares` */
export function describeCurve({ fit, points }: Pick<CorrectionInput, 'fit' | 'points'>): string {
  const word = `${curveWord(fit, points.length)}, ${plural(points.length, 'point')}`;
  return fit === 'exact' ? word : `${word}, least squares`;
}

const MEMBERS: readonly (readonly [name: keyof CorrectionInput, word: string])[] = [
  ['points', 'points'],
  ['unit', 'unit'],
  ['fit', 'curve'],
  ['range', 'range'],
  ['standard', 'reference standard'],
  ['date', 'date'],
  ['by', 'by'],
  ['note', 'note'],
  ['due', 'next check'],
];

/**
 * What a version changed, as part of a sentence: "points and range changed", "turned off".
 * @param before the version before it; undefined for the first
 */
export function describeChange({ correction }: CorrectionVersion, before: CorrectionVersion | undefined): string {
  const earlier = before?.correction ?? null;
  if (!correction) return 'removed';
  if (!earlier) return `${correction.enabled ? 'added' : 'added, turned off'}: ${describeCurve(correction)}`;
  const changed = MEMBERS.filter(([name]) => JSON.stringify(correction[name]) !== JSON.stringify(earlier[name]));
  const words = changed.map(([, word]) => word);
  const switched = correction.enabled === earlier.enabled ? [] : [correction.enabled ? 'turned on' : 'turned off'];
  const all = [...switched, ...(words.length > 0 ? [`${listOf(words)} changed`] : [])];
  return all.length > 0 ? all.join(', ') : 'saved without a change';
}

/** `points, range and date` */
function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
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
