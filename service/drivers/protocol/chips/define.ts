/** How a conversion is made: the checks that all of them need, around the formula of one. */

import { hexOf, noValue, toDataView } from './bytes.ts';
import { type ChipConversion, type FormulaOrigin, isWithin, type Range, type ReadingError } from './conversion.ts';

const OUT_OF_RANGE = noValue('out of sensor range');

interface Definition {
  origin: FormulaOrigin;
  /** How many bytes a reading has; several where it may have more, which are then not used. */
  bytes: number | readonly number[];
  /** What the formula can give; what is beyond it is no value. */
  range?: Range;
  /** Reads `bytes` bytes, no fewer; may give NaN or an infinity, which are no value. */
  read(view: DataView): number | ReadingError;
}

/** Whether a reply has the length of a reading; `undefined` if so, else why there is no value. */
export function wrongLength(raw: Uint8Array, lengths: readonly number[]): ReadingError | undefined {
  if (lengths.includes(raw.length)) return undefined;
  if (raw.length === 0) return noValue('no data from the sensor');
  return noValue(`sensor sent ${raw.length} instead of ${lengths.join(' or ')} bytes: ${hexOf(raw)}`);
}

/** A number that can be shown, or no value: JSON has no NaN. */
export function finite(value: number | ReadingError): number | ReadingError {
  return typeof value !== 'number' || Number.isFinite(value) ? value : noValue('sensor value is not a number');
}

/** A conversion that needs the raw bytes alone. */
export function conversion({ origin, bytes, range, read }: Definition): ChipConversion {
  const lengths = typeof bytes === 'number' ? [bytes] : bytes;
  const checked = (value: number | ReadingError): number | ReadingError =>
    typeof value !== 'number' || !range || Number.isNaN(value) || isWithin(value, range) ? value : OUT_OF_RANGE;
  return {
    origin,
    ...(range && { range }),
    convert: (raw) => wrongLength(raw, lengths) ?? finite(checked(read(toDataView(raw)))),
  };
}
