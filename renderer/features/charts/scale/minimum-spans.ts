import { getOwn } from '../../../data/get-own.ts';

/** Minimum range of an axis by unit: about ten times the noise of such a device. */
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

/** For other units: this fraction of the value. */
const RELATIVE_SPAN = 1e-3;

/** Below this fraction of the value, doubles cannot distinguish the ticks. */
const SMALLEST_RELATIVE_SPAN = 1e-9;

/** Minimum range of an axis around a value; always above 0. */
export function minimumSpan(unit: string, value: number): number {
  const size = Math.abs(value);
  const least = getOwn(MINIMUM_SPANS, unit) ?? size * RELATIVE_SPAN;
  return Math.max(least, size * SMALLEST_RELATIVE_SPAN, Number.MIN_VALUE * 1e20);
}
