/** Converts the units of VCP columns to those of the contract (docs/hardware.md#units). */

type Convert = (value: number) => number;

const same: Convert = (value) => value;

/** Fahrenheit to Celsius. */
const fromFahrenheit: Convert = (value) => ((value - 32) * 5) / 9;

/**
 * For each unit of a column the contract's units it can become, by its plain spelling (`plainUnit`). Divided, not
 * multiplied by a factor that has no exact double: 102466 Pa are 102.466 kPa to the last digit.
 */
const COLUMN_UNITS: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  C: { '°C': same },
  F: { '°C': fromFahrenheit },
  K: { '°C': (value) => value - 273.15 },
  '%': { '%': same, '%rh': same, ppm: (value) => value * 10_000 },
  '%rh': { '%rh': same },
  Pa: { kPa: (value) => value / 1000 },
  hPa: { kPa: (value) => value / 10 },
  kPa: { kPa: same },
  bar: { kPa: (value) => value * 100 },
  psi: { kPa: (value) => (value * 6894.76) / 1000 },
  inHg: { kPa: (value) => (value * 3386.389) / 1000 },
  ppm: { ppm: same, ppb: (value) => value * 1000 },
  ppb: { ppb: same, ppm: (value) => value / 1000 },
  'ug/m3': { 'µg/m³': same },
  '#/cm3': { '#/cm³': same },
  um: { µm: same },
  lx: { lx: same },
  'uW/cm2': { 'µW/cm²': same },
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
};

/** Further spellings, in lower case without blanks, carets and degree signs. What means another unit in capitals is not here. */
const SPELLINGS: Readonly<Record<string, string>> = {
  degc: 'C',
  celsius: 'C',
  degf: 'F',
  fahrenheit: 'F',
  degk: 'K',
  kelvin: 'K',
  percent: '%',
  '%r.h.': '%rh',
  'rh%': '%rh',
  rh: '%rh',
  mbar: 'hPa',
  'umol/mol': 'ppm',
  'nmol/mol': 'ppb',
  'ug/m3': 'ug/m3',
  'ugm-3': 'ug/m3',
  'mcg/m3': 'ug/m3',
  '1/cm3': '#/cm3',
  'cm-3': '#/cm3',
  'p/cm3': '#/cm3',
  'uw/cm2': 'uW/cm2',
  lux: 'lx',
  'm/sec': 'm/s',
  micron: 'um',
};

/** Every plain spelling by its lower case, where no other one has that: `pa` is Pa, but `mv` could be MV. */
const BY_LOWER_CASE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['%rh', 'Pa', 'hPa', 'kPa', 'bar', 'psi', 'inHg', 'ppm', 'ppb', '#/cm3', 'lx', 'Hz', 'kHz', 'm/s'].map((unit) => [
      unit.toLowerCase(),
      unit,
    ]),
  ),
  ...SPELLINGS,
};

/**
 * A column's unit in the one spelling that is looked up: `ug/m^3`, `µg/m³` and `μg/m3` are `ug/m3`, `degC` is `C`. A unit
 * that is not known stays as it is, without blanks.
 */
export function plainUnit(text: string): string {
  // Compatibility forms first: the micro sign is a Greek mu then, and a raised digit a plain one.
  const plain = text
    .normalize('NFKC')
    .replaceAll('μ', 'u')
    .replaceAll(/[\s^°]/g, '');
  // An own property only: a column may call its unit `constructor`.
  if (Object.hasOwn(COLUMN_UNITS, plain)) return plain;
  const lower = plain.toLowerCase();
  return Object.hasOwn(BY_LOWER_CASE, lower) ? (BY_LOWER_CASE[lower] ?? plain) : plain;
}

/**
 * The conversion from a column's unit, in any spelling, to the contract's; undefined where there is none. A raw channel
 * takes every column as it is.
 */
export function converter(columnUnit: string, unit: string): Convert | undefined {
  if (unit === 'raw') return same;
  const plain = plainUnit(columnUnit);
  return Object.hasOwn(COLUMN_UNITS, plain) ? COLUMN_UNITS[plain]?.[unit] : undefined;
}

/** The contract's unit that a column's unit is shown in when nothing else is known; undefined for an unknown unit. */
export function contractUnit(columnUnit: string): string | undefined {
  const plain = plainUnit(columnUnit);
  return Object.hasOwn(COLUMN_UNITS, plain) ? Object.keys(COLUMN_UNITS[plain] ?? {})[0] : undefined;
}
