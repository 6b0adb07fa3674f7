/**
 * Converts between contract units and display units. Convert only when a value is written, drawn or typed: everything else
 * uses contract units.
 */
import { conversionsOf, type UnitConversion } from '../../../service/contract/index.ts';
import { type Decimals, decimalsOf } from '../format/decimals.ts';
import { formatFixed, NO_VALUE } from '../format/numbers.ts';

export interface DisplayUnit {
  /** The unit of the contract, which readings come in. */
  readonly kept: string;
  /** What stands behind the figures. */
  readonly unit: string;
  /** From the contract's unit to the shown one. */
  toShown(value: number): number;
  /** From the shown unit to the contract's: for what was typed, and for positions on an axis. */
  toKept(value: number): number;
  /** The same for a distance between two values, as a hysteresis or a standard deviation: 1 °C of it are 1.8 °F. */
  toShownDifference(value: number): number;
  toKeptDifference(value: number): number;
  /** How many decimals a channel is shown with in this unit. */
  decimalsOf(label: string): Decimals;
  /** A reading in the contract's unit as the user reads it, without the unit. */
  format(value: number | null, label: string, detail?: keyof Decimals): string;
  /** Likewise a distance between two readings. */
  formatDifference(value: number | null, label: string, detail?: keyof Decimals): string;
}

/** What a double holds for certain: beyond it, 76.1 °F would be 24.499999999999996 °C. */
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

/** A unit that is shown as it is: its values pass untouched. */
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
 * @param kept a unit of the contract, or any other
 * @param shown the unit that was chosen for it; undefined or unknown: the contract's own
 */
export function displayUnit(kept: string, shown: string | undefined): DisplayUnit {
  const conversion = conversionsOf(kept).find(({ unit }) => unit === shown);
  return conversion ? make(kept, conversion) : unchanged(kept);
}
