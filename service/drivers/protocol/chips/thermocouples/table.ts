/** The published data of a thermocouple type, and its conversions between temperature and voltage. */
import { bisect } from '../conversion.ts';

/** A polynomial that is valid up to a limit. */
interface Piece {
  /** The limit, included: in °C for the reference function, in mV for the inverse. The last piece has none. */
  upTo?: number;
  /** From the constant term up. */
  coefficients: readonly number[];
}

export interface ThermocoupleTable {
  /** The range of the reference function, in °C. */
  low: number;
  high: number;
  /**
   * How far below `low` a cold junction may be, in °C; so far, the error of extrapolating the function is negligible.
   */
  coldFrom?: number;
  /** At this temperature and above, in °C, no other one has the same voltage. */
  uniqueFrom: number;
  /** Start of the approximate inverse, in °C. Below it, the reference function itself is solved. */
  inverseFrom: number;
  /** mV from °C, with the other junction at 0 °C. */
  direct: readonly Piece[];
  /** °C from mV. */
  inverse: readonly Piece[];
  /** Type K above 0 °C: a0 exp(a1 (t - a2)²) mV for the magnetic ordering of alumel. */
  ordering?: { a0: number; a1: number; a2: number };
}

function evaluate(pieces: readonly Piece[], at: number): number {
  const piece = pieces.find(({ upTo = Number.POSITIVE_INFINITY }) => at <= upTo);
  return piece?.coefficients.reduceRight((sum, coefficient) => sum * at + coefficient, 0) ?? Number.NaN;
}

/** The voltage in mV at a temperature in °C, with the other junction at 0 °C; NaN outside the table's range. */
export function millivolts(table: ThermocoupleTable, celsius: number): number {
  if (!(celsius >= table.low && celsius <= table.high)) return Number.NaN;
  const { ordering } = table;
  const extra = ordering && celsius > 0 ? ordering.a0 * Math.exp(ordering.a1 * (celsius - ordering.a2) ** 2) : 0;
  return evaluate(table.direct, celsius) + extra;
}

/** The lowest temperature of the cold junction, in °C. */
export function lowestCold({ coldFrom, low }: ThermocoupleTable): number {
  return coldFrom ?? low;
}

/**
 * The voltage in mV of the cold junction at a temperature in °C; NaN below `lowestCold`, and above the table's range.
 */
export function coldMillivolts(table: ThermocoupleTable, celsius: number): number {
  const isContinued = celsius < table.low && celsius >= lowestCold(table);
  return isContinued ? evaluate(table.direct, celsius) : millivolts(table, celsius);
}

/** The temperature in °C at a voltage in mV, with the other junction at 0 °C; NaN outside the table's range. */
export function celsiusOf(table: ThermocoupleTable, voltage: number): number {
  const { uniqueFrom, inverseFrom, high } = table;
  if (!(voltage >= millivolts(table, uniqueFrom) && voltage <= millivolts(table, high))) return Number.NaN;
  return voltage < millivolts(table, inverseFrom)
    ? bisect((celsius) => millivolts(table, celsius), voltage, uniqueFrom, inverseFrom)
    : evaluate(table.inverse, voltage);
}
