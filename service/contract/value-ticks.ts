/** Ticks of a value axis and their labels. */
import { formatFixed, formatScientific } from './number-format.ts';
import { multiple, niceStep, ROUNDING, type ValueRange } from './value-range.ts';

/** A tick with its position as a fraction of the axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Larger numbers are written in powers of ten: they would not fit beside the plot. */
const LONGEST_PLAIN = 1e7;

/** Smaller steps are written in powers of ten, unless the values are much larger. */
const SMALLEST_PLAIN = 1e-6;
const SMALLEST_PLAIN_OF_ONE = 1e-10;

/** Decades of a logarithmic axis for each step, up to which 1, 2 and 5 times a power of ten have room. */
const DECADES_WITH_FIVES = 0.8;

/** The ticks of an axis. @param range in decades on a logarithmic axis @param maxSteps approximate number that fits */
export function axisTicksOf(range: ValueRange, isLogarithmic: boolean, maxSteps: number, locale?: string): Tick[] {
  const place = (value: number): number => (value - range.min) / (range.max - range.min);
  if (!isLogarithmic) {
    const { ticks, step } = linearTicks(range, maxSteps);
    const labels = stepLabels(ticks, step, locale);
    return ticks.map((tick, index) => ({ at: place(tick), label: labels[index] ?? '' }));
  }
  return logarithmicTicks(range, maxSteps, locale).map(({ value, label }) => ({ at: place(Math.log10(value)), label }));
}

/** At least two multiples of a step within the range, ascending. */
export function linearTicks({ min, max }: ValueRange, maxSteps: number): { ticks: number[]; step: number } {
  let step = niceStep((max - min) / Math.max(1, maxSteps));
  for (;;) {
    const first = Math.ceil(min / step - ROUNDING);
    const count = Math.floor(max / step + ROUNDING) - first + 1;
    const size = step;
    if (count >= 2) return { ticks: Array.from({ length: count }, (_, index) => multiple(first + index, size)), step };
    step = niceStep(step / 2.5);
  }
}

/** Formats multiples of a step with its decimals, so that neighbors differ. */
export function stepLabels(ticks: readonly number[], step: number, locale?: string): string[] {
  const largest = Math.max(...ticks.map(Math.abs));
  const isPlain = step >= SMALLEST_PLAIN || (largest >= 1 && step >= SMALLEST_PLAIN_OF_ONE);
  if (largest >= LONGEST_PLAIN || !isPlain) {
    const digits = Math.min(15, Math.max(0, Math.ceil(Math.log10(largest / step) - ROUNDING)));
    return ticks.map((tick) => formatScientific(tick, digits, locale));
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + ROUNDING));
  return ticks.map((tick) => formatFixed(tick, decimals, locale));
}

interface ValueTick {
  readonly value: number;
  readonly label: string;
}

function logarithmicTicks(range: ValueRange, maxSteps: number, locale: string | undefined): ValueTick[] {
  const decades = range.max - range.min;
  const powers = powerTicks(range, [1], Math.ceil(decades / (2 * maxSteps)));
  const hasFives = decades <= DECADES_WITH_FIVES * maxSteps || powers.length < 2;
  const values = hasFives ? powerTicks(range, [1, 2, 5], 1) : powers;
  if (decades >= 1 && values.length >= 2) return values.map((value) => ({ value, label: powerLabel(value, locale) }));
  const { ticks, step } = linearTicks({ min: 10 ** range.min, max: 10 ** range.max }, maxSteps);
  const labels = stepLabels(ticks, step, locale);
  return ticks.map((value, index) => ({ value, label: labels[index] ?? '' }));
}

/** Multiples of powers of ten within the range. @param stride of the exponents */
function powerTicks({ min, max }: ValueRange, factors: readonly number[], stride: number): number[] {
  const values: number[] = [];
  for (let power = Math.floor(min / stride) * stride; power <= max + ROUNDING; power += stride) {
    for (const factor of factors) {
      const value = Number(`${factor}e${power}`);
      const at = Math.log10(value);
      if (at >= min - ROUNDING && at <= max + ROUNDING) values.push(value);
    }
  }
  return values;
}

function powerLabel(value: number, locale: string | undefined): string {
  if (value >= LONGEST_PLAIN || value < SMALLEST_PLAIN) return formatScientific(value, 0, locale);
  return formatFixed(value, Math.max(0, -Math.floor(Math.log10(value) + ROUNDING)), locale);
}
