/**
 * Converts between contract units and display units. Convert only when a value is written, drawn or typed: everything else
 * uses contract units.
 */
import { conversionsOf, defaultDisplayUnit, type UnitConversion } from './display-units.ts';
import { formatFixed, NO_VALUE } from './number-format.ts';
import { decimalsOf } from './precision.ts';
import type { Settings } from './settings.ts';

/** `full`: more decimals for means and deviations of many readings, which resolve finer than one of them. */
type Detail = 'reading' | 'full';

const MORE_DECIMALS: Readonly<Record<Detail, number>> = { reading: 0, full: 2 };

/** What decides the decimals of a value: the channel, whose sensor has a resolution, or their number. */
export type Precision = string | number;

export interface DisplayUnit {
  /** The contract unit. */
  readonly contractUnit: string;
  /** Shown behind values. */
  readonly unit: string;
  /** From the contract unit. */
  toShown(value: number): number;
  /** To the contract unit, for input and axis positions. */
  toContract(value: number): number;
  /** For differences, such as a hysteresis: 1 °C is 1.8 °F. */
  toShownDifference(value: number): number;
  toContractDifference(value: number): number;
  /** Of a reading of the channel (`decimalsOf`), in the display unit. */
  decimals(precision: Precision): number;
  /** With these decimals, without the unit. */
  format(value: number | null, precision: Precision, detail?: Detail): string;
  /** For differences. */
  formatDifference(value: number | null, precision: Precision, detail?: Detail): string;
}

/** Significant digits of a double: beyond them, 76.1 °F would be 24.499999999999996 °C. */
const CERTAIN_DIGITS = 15;

function tidy(value: number): number {
  return Number(value.toPrecision(CERTAIN_DIGITS));
}

function make(contractUnit: string, conversion: UnitConversion): DisplayUnit {
  const { unit, times = 1, per = 1, plus = 0 } = conversion;
  const toShownDifference = (value: number): number => tidy((value * times) / per);
  const toContractDifference = (value: number): number => tidy((value * per) / times);
  const toShown = (value: number): number => tidy((value * times) / per + plus);
  const decimals = (precision: Precision): number =>
    typeof precision === 'number' ? precision : decimalsOf(precision, contractUnit, conversion);
  const write =
    (convert: (value: number) => number): DisplayUnit['format'] =>
    (value, precision, detail = 'reading') =>
      value === null ? NO_VALUE : formatFixed(convert(value), decimals(precision) + MORE_DECIMALS[detail]);
  return {
    contractUnit,
    unit,
    toShown,
    toContract: (value) => tidy(((value - plus) * per) / times),
    toShownDifference,
    toContractDifference,
    decimals,
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
    toContract: same,
    toShownDifference: same,
    toContractDifference: same,
  };
}

/**
 * @param contractUnit a contract unit, or any other
 * @param shown the chosen unit; undefined or unknown for the default one
 */
export function displayUnit(contractUnit: string, shown: string | undefined): DisplayUnit {
  if (shown === contractUnit) return unchanged(contractUnit);
  const known = conversionsOf(contractUnit);
  const wanted = known.some(({ unit }) => unit === shown) ? shown : defaultDisplayUnit(contractUnit);
  const conversion = known.find(({ unit }) => unit === wanted);
  return conversion ? make(contractUnit, conversion) : unchanged(contractUnit);
}

/** Chosen unit by contract unit. */
export type UnitChoices = Settings['display_units'];

/** A new object for each change of the choices. */
export class DisplayUnits {
  readonly #choices: UnitChoices;
  readonly #made = new Map<string, DisplayUnit>();

  constructor(choices: UnitChoices = {}) {
    this.#choices = choices;
  }

  /** The same object each time. */
  of(unit: string): DisplayUnit {
    let made = this.#made.get(unit);
    if (!made) {
      made = displayUnit(unit, Object.hasOwn(this.#choices, unit) ? this.#choices[unit] : undefined);
      this.#made.set(unit, made);
    }
    return made;
  }
}
