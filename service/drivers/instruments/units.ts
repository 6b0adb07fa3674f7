/** From the units that instruments write in their columns to the contract's (hardware facts, 3.9). */

type Convert = (value: number) => number;

const same: Convert = (value) => value;

/** Fahrenheit to Celsius. */
const fromFahrenheit: Convert = (value) => ((value - 32) * 5) / 9;

/**
 * For each unit of a column the contract's units it can become. Divided, not multiplied by a factor that has no exact
 * double: 102466 Pa are 102.466 kPa to the last digit. Where a unit is not 7-bit text the instruments' plain spelling
 * stands.
 */
const COLUMN_UNITS: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  C: { '°C': same },
  F: { '°C': fromFahrenheit },
  K: { '°C': (value) => value - 273.15 },
  '%': { '%rh': same, '%': same },
  Pa: { kPa: (value) => value / 1000 },
  hPa: { kPa: (value) => value / 10 },
  kPa: { kPa: same },
  bar: { kPa: (value) => value * 100 },
  psi: { kPa: (value) => (value * 6894.76) / 1000 },
  inHg: { kPa: (value) => (value * 3386.389) / 1000 },
  ppm: { ppm: same },
  ppb: { ppb: same, ppm: (value) => value / 1000 },
  'ug/m^3': { 'µg/m³': same },
  '#/cm^3': { '#/cm³': same },
  um: { µm: same },
  lx: { lx: same },
  'uW/cm^2': { 'µW/cm²': same },
  V: { V: same },
  mV: { V: (value) => value / 1000 },
  A: { A: same },
  mA: { A: (value) => value / 1000 },
  W: { W: same },
  mW: { W: (value) => value / 1000 },
  kW: { W: (value) => value * 1000 },
  Hz: { Hz: same },
  kHz: { Hz: (value) => value * 1000 },
  'm/s': { 'm/s': same },
  'm/sec': { 'm/s': same },
};

/**
 * The conversion from a column's unit to the contract's; undefined where there is none. A raw channel takes every
 * column as it is.
 */
export function converter(columnUnit: string, unit: string): Convert | undefined {
  if (unit === 'raw') return same;
  // An own property only: a column may call its unit `constructor`.
  return Object.hasOwn(COLUMN_UNITS, columnUnit) ? COLUMN_UNITS[columnUnit]?.[unit] : undefined;
}
