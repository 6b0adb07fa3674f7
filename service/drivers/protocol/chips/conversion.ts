/** The interface of a conversion from a chip's raw bytes to a value (docs/hardware.md#conversion-formulas). */

/** A reading without a value, and the reason: `probe disconnected`. */
export interface ReadingError {
  reason: string;
}

/**
 * Source of a formula: `maker` the device's own documents or library; `sensor` the data sheet of the sensor; `standard`
 * a published standard such as NIST ITS-90 or IEC 60751, applied to what the device sends.
 */
export type FormulaOrigin = 'maker' | 'sensor' | 'standard';

/** Both ends are included. */
export interface Range {
  low: number;
  high: number;
}

export function isWithin(value: number, { low, high }: Range): boolean {
  return value >= low && value <= high;
}

export interface ChipConversion {
  origin: FormulaOrigin;
  /**
   * The sensor's range, in the unit of the chip's quantity. Outside there is no value, in either protocol; left out if
   * the range is unknown.
   */
  range?: Range;
  /**
   * The calibration blocks that the formula needs, in the order of `convert`'s parameter.
   * @param channel the chip's own channel number, from 0
   * @param chips the chip IDs of all channels, by channel number
   */
  calibrationBlocks?(channel: number, chips: readonly number[]): readonly number[];
  /**
   * @param raw the data bytes of a GET_RAW reply, of any length: a wrong length has no value
   * @param calibration the data bytes of the calibration blocks, also of any length
   * @returns the magnitude in the unit of the chip's quantity (`chips.ts`), or why there is none; never NaN
   */
  convert(raw: Uint8Array, calibration: readonly Uint8Array[]): number | ReadingError;
}

/** Enough halvings to leave no double between the ends of any interval used here. */
const HALVINGS = 80;

/**
 * Solves a rising function by halving the interval. The error is that of doubles: below 1e-9 for temperatures.
 * @param rising rises from `low` to `high`, with `value` in its range
 */
export function bisect(rising: (at: number) => number, value: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (below + above) / 2;
    if (rising(middle) < value) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
