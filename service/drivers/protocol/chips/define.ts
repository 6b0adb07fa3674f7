/** Creates conversions: the checks that all of them need, around a formula. */

import { hexOf, noValue, toDataView } from './bytes.ts';
import { type ChipConversion, type FormulaOrigin, isWithin, type Range, type ReadingError } from './conversion.ts';

const OUT_OF_RANGE = noValue('out of sensor range');

interface Definition {
  /** `maker` if left out. */
  origin?: FormulaOrigin;
  /** Length of a reading; with several, further bytes are not used. */
  bytes: number | readonly number[];
  /** Valid results of the formula; others have no value. */
  range?: Range;
  /** Receives at least the required bytes; NaN and infinity mean no value. */
  read(view: DataView): number | ReadingError;
}

/** `undefined` if a reply has the length of a reading, otherwise why there is no value. */
export function wrongLength(raw: Uint8Array, lengths: readonly number[]): ReadingError | undefined {
  if (lengths.includes(raw.length)) return undefined;
  if (raw.length === 0) return noValue('no data from the sensor');
  return noValue(`sensor sent ${raw.length} instead of ${lengths.join(' or ')} bytes: ${hexOf(raw)}`);
}

/** JSON has no NaN and no infinity. */
export function finite(value: number | ReadingError): number | ReadingError {
  return typeof value !== 'number' || Number.isFinite(value) ? value : noValue('sensor value is not a number');
}

/** A conversion that needs only the raw bytes. */
export function conversion({ origin = 'maker', bytes, range, read }: Definition): ChipConversion {
  const lengths = typeof bytes === 'number' ? [bytes] : bytes;
  const checked = (value: number | ReadingError): number | ReadingError =>
    typeof value !== 'number' || !range || Number.isNaN(value) || isWithin(value, range) ? value : OUT_OF_RANGE;
  return {
    origin,
    ...(range && { range }),
    convert: (raw) => wrongLength(raw, lengths) ?? finite(checked(read(toDataView(raw)))),
  };
}
