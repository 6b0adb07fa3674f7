import { minimumSpan } from './minimum-spans.ts';

/** A value axis: its ends are multiples of its step. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Free room above and below the line, as parts of what it spans. */
const MARGIN = 0.05;

/** An axis gets shorter only when this part of it, or less, would do: it does not jitter. */
const SHRINK_BELOW = 0.6;

/** Values beyond this are cut: the difference of two of them must still be a number. */
const LARGEST = 1e300;

/** This part of a step is taken for an error of a double. */
const ROUNDING = 1e-9;

/** So many steps, without the digits that a double gets wrong: 3 * 0.1 is 0.3. */
export function multiple(count: number, step: number): number {
  // Adding 0 makes -0 an ordinary one.
  return Number((count * step).toPrecision(15)) + 0;
}

/** The least of 1, 2 and 5 times a power of ten that is not below this. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - ROUNDING)) ?? 10;
  return Number((factor * power).toPrecision(1));
}

/**
 * The axis for values between these two, or the previous one while it still suits.
 * @param previous the axis of the last picture, if it had the same count of steps
 * @param min not finite: there are no values
 * @param unit of the API
 * @param maxSteps about how many steps there is room for
 * @param per how many of the unit that is shown make one of the API's
 * @returns undefined when there are no values and never were
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
  // What cannot be negative does not get an axis below zero because of a margin.
  const low = min >= 0 ? Math.max(0, middle - span / 2) : middle - span / 2;
  const high = max <= 0 ? Math.min(0, middle + span / 2) : middle + span / 2;
  const step = niceStep(span / Math.max(1, maxSteps));
  const first = Math.floor(low / step + ROUNDING);
  const last = Math.max(first + 1, Math.ceil(high / step - ROUNDING));
  return { min: multiple(first, step), max: multiple(last, step), step };
}
