/**
 * Converts between contract units and display units. Convert only when a value is written, drawn or typed: everything else
 * uses contract units.
 */
import { conversionsOf, type UnitConversion } from '../../../service/contract/index.ts';
import { formatFixed, NO_VALUE } from '../format/numbers.ts';
import { getOwn } from '../get-own.ts';

interface Decimals {
  /** In the device list, where space is short. */
  short: number;
  /** In charts. */
  normal: number;
  /** In the details. */
  full: number;
}

const BY_UNIT: Readonly<Record<string, Decimals>> = {
  '°C': { short: 2, normal: 2, full: 4 },
  '%rh': { short: 1, normal: 2, full: 4 },
  kPa: { short: 2, normal: 3, full: 4 },
  mm: { short: 0, normal: 0, full: 1 },
  '%': { short: 3, normal: 4, full: 5 },
  ppm: { short: 0, normal: 0, full: 1 },
  ppb: { short: 0, normal: 0, full: 1 },
  'µg/m³': { short: 1, normal: 1, full: 2 },
  '#/cm³': { short: 1, normal: 1, full: 2 },
  µm: { short: 2, normal: 2, full: 3 },
  lx: { short: 0, normal: 1, full: 2 },
  'µW/cm²': { short: 1, normal: 1, full: 2 },
  V: { short: 3, normal: 4, full: 6 },
  A: { short: 4, normal: 5, full: 6 },
  W: { short: 3, normal: 4, full: 6 },
  Hz: { short: 2, normal: 3, full: 4 },
  'm/s': { short: 2, normal: 2, full: 3 },
  raw: { short: 0, normal: 0, full: 0 },
};

/** For other units. */
const OTHERWISE: Decimals = { short: 2, normal: 3, full: 4 };

/** Channels that differ from their unit. */
const BY_CHANNEL: Readonly<Record<string, Decimals>> = {
  differential_pressure: { short: 4, normal: 5, full: 6 },
};

/** @param label `temperature_2` counts as `temperature` */
export function decimalsOf(label: string, unit: string): Decimals {
  return getOwn(BY_CHANNEL, label.replace(/_\d+$/, '')) ?? getOwn(BY_UNIT, unit) ?? OTHERWISE;
}

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

function make(contractUnit: string, { unit, times = 1, per = 1, plus = 0, decimals = 0 }: UnitConversion): DisplayUnit {
  const toShownDifference = (value: number): number => tidy((value * times) / per);
  const toContractDifference = (value: number): number => tidy((value * per) / times);
  const toShown = (value: number): number => tidy((value * times) / per + plus);
  const decimalsIn = (label: string): Decimals => moved(decimalsOf(label, contractUnit), decimals);
  const write =
    (convert: (value: number) => number): DisplayUnit['format'] =>
    (value, label, detail = 'normal') =>
      value === null ? NO_VALUE : formatFixed(convert(value), decimalsIn(label)[detail]);
  return {
    contractUnit,
    unit,
    toShown,
    toContract: (value) => tidy(((value - plus) * per) / times),
    toShownDifference,
    toContractDifference,
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
    toContract: same,
    toShownDifference: same,
    toContractDifference: same,
  };
}

/**
 * @param contractUnit a contract unit, or any other
 * @param shown the chosen unit; undefined or unknown for the contract unit
 */
export function displayUnit(contractUnit: string, shown: string | undefined): DisplayUnit {
  const conversion = conversionsOf(contractUnit).find(({ unit }) => unit === shown);
  return conversion ? make(contractUnit, conversion) : unchanged(contractUnit);
}
