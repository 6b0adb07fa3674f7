import { formatFixed, formatScientific } from '../../../data/format/numbers.ts';
import { multiple, type ValueRange } from './value-range.ts';

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
