import { getOwn } from '../../../data/get-own.ts';

/** The least that an axis spans, by unit: about ten times what such an instrument's noise amounts to. */
const MINIMUM_SPANS: Readonly<Record<string, number>> = {
  '°C': 0.5,
  '%rh': 2,
  kPa: 0.05,
  mm: 2000,
  '%': 0.02,
  ppm: 20,
  ppb: 20,
  'µg/m³': 2,
  '#/cm³': 10,
  µm: 0.2,
  lx: 10,
  'µW/cm²': 5,
  V: 0.01,
  A: 0.001,
  W: 0.01,
  Hz: 0.1,
  'm/s': 0.2,
  raw: 10,
};

/** For a unit that is not in the table: this part of the value itself. */
const RELATIVE_SPAN = 1e-3;

/** Below this part of the value an axis could not name its ticks apart in a double. */
const SMALLEST_RELATIVE_SPAN = 1e-9;

/** The least that an axis of this unit spans around such a value. Always above 0. */
export function minimumSpan(unit: string, value: number): number {
  const size = Math.abs(value);
  const least = getOwn(MINIMUM_SPANS, unit) ?? size * RELATIVE_SPAN;
  return Math.max(least, size * SMALLEST_RELATIVE_SPAN, Number.MIN_VALUE * 1e20);
}
