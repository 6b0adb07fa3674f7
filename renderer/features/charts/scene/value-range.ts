import { formatFixed, formatScientific } from '../../../data/format/numbers.ts';
import { getOwn } from '../../../data/get-own.ts';

/** A value axis; both ends are multiples of the step. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Margin above and below the line, as a fraction of its range. */
const MARGIN = 0.05;

/** An axis shrinks only to this fraction or less, so that it does not jitter. */
const SHRINK_BELOW = 0.6;

/** Larger values are clipped, so that their difference stays finite. */
const LARGEST = 1e300;

/** Tolerance for rounding errors, as a fraction of a step. */
const ROUNDING = 1e-9;

/** A multiple of the step without rounding errors: 3 * 0.1 is 0.3. */
export function multiple(count: number, step: number): number {
  // Adding 0 turns -0 into 0.
  return Number((count * step).toPrecision(15)) + 0;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - ROUNDING)) ?? 10;
  return Number((factor * power).toPrecision(1));
}

/**
 * The axis for a range of values, or the previous one while it still fits.
 * @param previous the last axis, if it had the same `maxSteps`
 * @param min not finite without values
 * @param unit the contract's unit
 * @param maxSteps approximate number of steps that fit
 * @param per display units for each contract unit
 * @returns undefined if there has never been a value
 */
export function nextRange(
  previous: ValueRange | undefined,
  min: number,
  max: number,
  unit: string,
  maxSteps: number,
  per = 1,
): ValueRange | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return previous;
  const fresh = rangeFor(Math.max(min, -LARGEST), Math.min(max, LARGEST), unit, maxSteps, per);
  const fits = previous !== undefined && min >= previous.min && max <= previous.max;
  return fits && fresh.max - fresh.min >= SHRINK_BELOW * (previous.max - previous.min) ? previous : fresh;
}

function rangeFor(min: number, max: number, unit: string, maxSteps: number, per: number): ValueRange {
  const middle = min + (max - min) / 2;
  const span = Math.max((max - min) * (1 + 2 * MARGIN), minimumSpan(unit, middle / per) * per);
  // The margin does not extend the axis below zero for values that are not negative.
  const low = min >= 0 ? Math.max(0, middle - span / 2) : middle - span / 2;
  const high = max <= 0 ? Math.min(0, middle + span / 2) : middle + span / 2;
  const step = niceStep(span / Math.max(1, maxSteps));
  const first = Math.floor(low / step + ROUNDING);
  const last = Math.max(first + 1, Math.ceil(high / step - ROUNDING));
  return { min: multiple(first, step), max: multiple(last, step), step };
}

/** Larger numbers are written in powers of ten: they would not fit beside the plot. */
const LONGEST_PLAIN = 1e7;

/** Smaller steps are written in powers of ten. */
const SMALLEST_PLAIN = 1e-6;

/** The values of the ticks, ascending. */
export function valueTicks({ min, max, step }: ValueRange): number[] {
  const first = Math.round(min / step);
  const count = Math.round((max - min) / step) + 1;
  return Array.from({ length: count }, (_, index) => multiple(first + index, step));
}

/** Formats the values with the decimals of the step. */
export function valueLabels(range: ValueRange, locale?: string): string[] {
  const ticks = valueTicks(range);
  const largest = Math.max(Math.abs(range.min), Math.abs(range.max));
  if (largest >= LONGEST_PLAIN || range.step < SMALLEST_PLAIN) {
    const digits = Math.min(15, Math.max(0, Math.ceil(Math.log10(largest / range.step) - 1e-9)));
    return ticks.map((tick) => formatScientific(tick, digits, locale));
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(range.step) + 1e-9));
  return ticks.map((tick) => formatFixed(tick, decimals, locale));
}

/** Minimum range of an axis by unit: about ten times the noise of such a device. */
const MINIMUM_SPANS: Readonly<Record<string, number>> = {
  '°C': 0.5,
  '%rh': 2,
  kPa: 0.05,
  mm: 2000,
  '%': 0.02,
  ppm: 20,
  ppb: 20,
  'µg/m³': 2,
  '#/cm³': 10,
  µm: 0.2,
  lx: 10,
  'µW/cm²': 5,
  V: 0.01,
  A: 0.001,
  W: 0.01,
  Hz: 0.1,
  'm/s': 0.2,
  raw: 10,
};

/** For other units: this fraction of the value. */
const RELATIVE_SPAN = 1e-3;

/** Below this fraction of the value, doubles cannot distinguish the ticks. */
const SMALLEST_RELATIVE_SPAN = 1e-9;

/** Minimum range of an axis around a value; always above 0. */
export function minimumSpan(unit: string, value: number): number {
  const size = Math.abs(value);
  const least = getOwn(MINIMUM_SPANS, unit) ?? size * RELATIVE_SPAN;
  return Math.max(least, size * SMALLEST_RELATIVE_SPAN, Number.MIN_VALUE * 1e20);
}
