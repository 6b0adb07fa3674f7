/**
 * Converts between contract units and display units. Convert only when a value is written, drawn or typed: everything else
 * uses contract units.
 */
import { conversionsOf, type UnitConversion } from '../../../service/contract/index.ts';
import { type Decimals, decimalsOf } from '../format/decimals.ts';
import { formatFixed, NO_VALUE } from '../format/numbers.ts';

export interface DisplayUnit {
  /** The contract unit. */
  readonly kept: string;
  /** Shown behind values. */
  readonly unit: string;
  /** From the contract unit. */
  toShown(value: number): number;
  /** To the contract unit, for input and axis positions. */
  toKept(value: number): number;
  /** For differences, such as a hysteresis: 1 °C is 1.8 °F. */
  toShownDifference(value: number): number;
  toKeptDifference(value: number): number;
  /** Decimals in this unit. */
  decimalsOf(label: string): Decimals;
  /** Without the unit. */
  format(value: number | null, label: string, detail?: keyof Decimals): string;
  /** For differences. */
  formatDifference(value: number | null, label: string, detail?: keyof Decimals): string;
}

/** Significant digits of a double: beyond them, 76.1 °F would be 24.499999999999996 °C. */
const CERTAIN_DIGITS = 15;

function tidy(value: number): number {
  return Number(value.toPrecision(CERTAIN_DIGITS));
}

function moved(decimals: Decimals, by: number): Decimals {
  const move = (count: number): number => Math.max(0, count + by);
  return { short: move(decimals.short), normal: move(decimals.normal), full: move(decimals.full) };
}

function make(kept: string, { unit, times = 1, per = 1, plus = 0, decimals = 0 }: UnitConversion): DisplayUnit {
  const toShownDifference = (value: number): number => tidy((value * times) / per);
  const toKeptDifference = (value: number): number => tidy((value * per) / times);
  const toShown = (value: number): number => tidy((value * times) / per + plus);
  const decimalsIn = (label: string): Decimals => moved(decimalsOf(label, kept), decimals);
  const write =
    (convert: (value: number) => number): DisplayUnit['format'] =>
    (value, label, detail = 'normal') =>
      value === null ? NO_VALUE : formatFixed(convert(value), decimalsIn(label)[detail]);
  return {
    kept,
    unit,
    toShown,
    toKept: (value) => tidy(((value - plus) * per) / times),
    toShownDifference,
    toKeptDifference,
    decimalsOf: decimalsIn,
    format: write(toShown),
    formatDifference: write(toShownDifference),
  };
}

/** Values pass unchanged. */
function unchanged(unit: string): DisplayUnit {
  const same = (value: number): number => value;
  return {
    ...make(unit, { unit }),
    toShown: same,
    toKept: same,
    toShownDifference: same,
    toKeptDifference: same,
  };
}

/**
 * @param kept a contract unit, or any other
 * @param shown the chosen unit; undefined or unknown for the contract unit
 */
export function displayUnit(kept: string, shown: string | undefined): DisplayUnit {
  const conversion = conversionsOf(kept).find(({ unit }) => unit === shown);
  return conversion ? make(kept, conversion) : unchanged(kept);
}
