/** The interface of a conversion from a chip's raw bytes to a value (docs/hardware.md#conversion-formulas). */

/** A reading that is no value, and why in plain words: `probe disconnected`. */
export interface ReadingError {
  reason: string;
}

/**
 * Where a formula comes from: `maker` the instrument's own documents or library; `sensor` the data sheet of the sensor;
 * `standard` a published standard such as NIST ITS-90 or IEC 60751, applied to what the instrument sends.
 */
export type FormulaOrigin = 'maker' | 'sensor' | 'standard';

/** What can be measured, both ends included. */
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
   * What the sensor can measure, in the unit of the chip's quantity. Beyond it there is no value, by whichever protocol it
   * comes; left out where nothing is known of it.
   */
  range?: Range;
  /**
   * The calibration blocks the formula needs, in the order in which `convert` takes them.
   * @param channel the chip's own channel number, from 0
   * @param chips the chip ids of all channels, by channel number
   */
  calibrationBlocks?(channel: number, chips: readonly number[]): readonly number[];
  /**
   * @param raw the data bytes of a GET_RAW reply, of any length: one that does not fit the chip is no value
   * @param calibration the data bytes of the blocks asked for, of any length too
   * @returns the magnitude in the unit of the chip's quantity (`chips.ts`), or why there is none; never NaN
   */
  convert(raw: Uint8Array, calibration: readonly Uint8Array[]): number | ReadingError;
}
