/** Temperature of a platinum resistance by Callendar and Van Dusen (docs/hardware.md#platinum-resistance). */

import { bisect } from './bisect.ts';
import { noValue } from './bytes.ts';
import type { Range, ReadingError } from './conversion.ts';

/** Coefficients of DIN 43760, which the devices use, per °C, °C² and °C⁴. */
const A = 3.908e-3;
const B = -5.8019e-7;
const C = -4.2735e-12;

/** The standard's range, in °C. */
export const PLATINUM_RANGE: Range = { low: -200, high: 850 };

/** The resistance at a temperature in °C as a multiple of that at 0 °C; the c-term is the standard's. */
function ratioAt(celsius: number): number {
  const cold = celsius < 0 ? C * (celsius - 100) * celsius ** 3 : 0;
  return 1 + A * celsius + B * celsius ** 2 + cold;
}

const LOWEST_RATIO = ratioAt(PLATINUM_RANGE.low);
const HIGHEST_RATIO = ratioAt(PLATINUM_RANGE.high);

/**
 * Temperature in °C of a platinum resistance.
 * @param nominal its resistance at 0 °C in the same unit, 100 or 1000 ohms
 */
export function platinumCelsius(resistance: number, nominal: number): number | ReadingError {
  const ratio = resistance / nominal;
  if (!(ratio >= LOWEST_RATIO && ratio <= HIGHEST_RATIO)) {
    const { low, high } = PLATINUM_RANGE;
    return noValue(`probe disconnected, or temperature outside ${low} to ${high} °C`);
  }
  if (ratio < 1) return bisect(ratioAt, ratio, PLATINUM_RANGE.low, 0);
  // The form of the quadratic solution without a difference of two close numbers.
  return (2 * (ratio - 1)) / (A + Math.sqrt(A ** 2 - 4 * B * (1 - ratio)));
}
