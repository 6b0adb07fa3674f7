/** The range of a value axis. */

/** The values that an axis shows: decades on a logarithmic axis. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

export interface RangeOptions {
  /** Approximate number of ticks that fit. */
  readonly maxSteps: number;
  /** Range around a line without changes; above 0. */
  readonly constantSpan: number;
  /** The range is at least this wide; 0 for no limit. */
  readonly leastSpan: number;
  /** The margin does not extend the axis across zero. */
  readonly keepsSign: boolean;
}

/** Margin above and below the line, as a fraction of its range. */
const MARGIN = 0.04;

/** The ends are rounded to this fraction of the distance of two ticks, so that a moving line seldom moves the axis. */
const GRAIN = 0.2;

/** An axis shrinks only to this fraction or less, so that it does not jitter. */
const SHRINK_BELOW = 0.75;

/** Larger values are clipped, so that their difference stays finite. */
const LARGEST = 1e300;

/** Tolerance for rounding errors, as a fraction of a step. */
export const ROUNDING = 1e-9;

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

const spanOf = ({ min, max }: ValueRange): number => max - min;

/**
 * The automatic range for the values in view, or the previous one while it suits: it grows at once, and shrinks only if
 * much less suffices.
 * @param previous the last range, if it had the same options
 * @param min not finite without values
 * @returns undefined if there has never been a value
 */
export function nextRange(
  previous: ValueRange | undefined,
  min: number,
  max: number,
  options: RangeOptions,
): ValueRange | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return previous;
  const fresh = rangeFor(Math.max(min, -LARGEST), Math.min(max, LARGEST), options);
  if (!previous) return fresh;
  if (min >= previous.min && max <= previous.max) {
    return spanOf(fresh) >= SHRINK_BELOW * spanOf(previous) ? previous : fresh;
  }
  // The other end stays if it still suits: a rising line then moves one end at a time.
  const both = { min: Math.min(previous.min, fresh.min), max: Math.max(previous.max, fresh.max) };
  return spanOf(fresh) >= SHRINK_BELOW * spanOf(both) ? both : fresh;
}

function rangeFor(min: number, max: number, options: RangeOptions): ValueRange {
  const { maxSteps, leastSpan, keepsSign } = options;
  const middle = min + (max - min) / 2;
  const isConstant = max - min <= smallestSpan(min, max);
  const around = isConstant ? Math.max(options.constantSpan, smallestSpan(min, max)) : (max - min) * (1 + 2 * MARGIN);
  const span = Math.max(around, leastSpan);
  let [low, high] = [middle - span / 2, middle + span / 2];
  if (keepsSign && !isConstant && min >= 0 && low < 0) [low, high] = [0, Math.max(high, leastSpan)];
  if (keepsSign && !isConstant && max <= 0 && high > 0) [low, high] = [Math.min(low, -leastSpan), 0];
  const grain = Number((niceStep((high - low) / maxSteps) * GRAIN).toPrecision(1));
  const first = Math.floor(low / grain + ROUNDING);
  const last = Math.ceil(high / grain - ROUNDING);
  return { min: multiple(first, grain), max: multiple(last, grain) };
}

/** Below this fraction of the value, doubles cannot distinguish the ticks. */
const SMALLEST_RELATIVE_SPAN = 1e-9;

/** Smallest range whose ticks differ; always above 0. */
export function smallestSpan(min: number, max: number): number {
  return Math.max(Math.abs(min), Math.abs(max), Number.MIN_VALUE * 1e29) * SMALLEST_RELATIVE_SPAN;
}

/** Range of an axis around a constant line, by unit: about ten times the noise of such a device. */
const CONSTANT_SPANS: Readonly<Record<string, number>> = {
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

/** Range of an axis around a constant value; always above 0. @param unit the contract's, as of the value */
export function constantSpan(unit: string, value: number): number {
  const span =
    (Object.hasOwn(CONSTANT_SPANS, unit) ? CONSTANT_SPANS[unit] : undefined) ?? Math.abs(value) * RELATIVE_SPAN;
  return Math.max(span, smallestSpan(value, value));
}
