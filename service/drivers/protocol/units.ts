/** Converts the units of VCP columns to those of the contract (docs/hardware.md#units). */

type Convert = (value: number) => number;

const same: Convert = (value) => value;

const fromFahrenheit: Convert = (value) => ((value - 32) * 5) / 9;

/**
 * Conversions from each unit of a column, in its plain spelling (`plainUnit`), to the contract's units. Division,
 * because most factors have no exact double: 102466 Pa are exactly 102.466 kPa.
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

/** Other spellings, in lower case without spaces, carets and degree signs, unless upper case means another unit. */
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

/** Plain spellings by lower case if they are unique: `pa` is Pa, but `mv` could be MV. */
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
 * A column's unit in its plain spelling: `ug/m^3`, `µg/m³` and `μg/m3` are `ug/m3`, `degC` is `C`. An unknown unit only
 * loses its spaces.
 */
export function plainUnit(text: string): string {
  // NFKC turns the micro sign into a Greek mu, and a superscript digit into a plain one.
  const plain = text
    .normalize('NFKC')
    .replaceAll('μ', 'u')
    .replaceAll(/[\s^°]/g, '');
  // Own properties only: a column's unit may be `constructor`.
  if (Object.hasOwn(COLUMN_UNITS, plain)) return plain;
  const lower = plain.toLowerCase();
  return Object.hasOwn(BY_LOWER_CASE, lower) ? (BY_LOWER_CASE[lower] ?? plain) : plain;
}

/**
 * The conversion from a column's unit, in any spelling, to the contract's; undefined if there is none. A raw channel
 * accepts every column unchanged.
 */
export function converter(columnUnit: string, unit: string): Convert | undefined {
  if (unit === 'raw') return same;
  const plain = plainUnit(columnUnit);
  return Object.hasOwn(COLUMN_UNITS, plain) ? COLUMN_UNITS[plain]?.[unit] : undefined;
}

/** The contract's unit for a column's unit without other information; undefined if it is unknown. */
export function contractUnit(columnUnit: string): string | undefined {
  const plain = plainUnit(columnUnit);
  return Object.hasOwn(COLUMN_UNITS, plain) ? Object.keys(COLUMN_UNITS[plain] ?? {})[0] : undefined;
}
