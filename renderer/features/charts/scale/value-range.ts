import { minimumSpan } from './minimum-spans.ts';

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
