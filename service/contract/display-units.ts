/**
 * Alternative units for display. The API, MQTT and exports keep the contract's units. Sources: "SP 811" is NIST Special
 * Publication 811 (2008), Guide for the Use of the International System of Units, appendix B; "SI Brochure" is the
 * BIPM's, 9th edition.
 */

/** One conversion: shown = stored × times / per + plus. Two factors, so that each is exact as a double. */
export interface UnitConversion {
  readonly unit: string;
  readonly times?: number;
  readonly per?: number;
  readonly plus?: number;
  /** Additional decimals for the same resolution; negative: fewer. Default 0. */
  readonly decimals?: number;
}

/** Meters in a foot: the international foot, exact (SP 811, B.6). */
const FOOT_M = 0.3048;

/** Meters in an inch, exact (SP 811, B.6). */
const INCH_M = 0.0254;

/** Meters per second squared: standard gravity, exact (SI Brochure; SP 811, B.8 "acceleration of free fall"). */
const GRAVITY = 9.80665;

/** Kilograms in a pound, exact (SP 811, B.9, footnote on the avoirdupois pound). */
const POUND_KG = 0.453_592_37;

/** kPa in a pound-force per square inch, from the exact pound, inch and standard gravity (SP 811, B.8: 6.894757). */
const PSI_KPA = (POUND_KG * GRAVITY) / INCH_M ** 2 / 1000;

/** kPa in a conventional millimeter of mercury: 13595.1 kg/m³ at standard gravity (SP 811, B.8: 0.1333224). */
const MMHG_KPA = (13_595.1 * GRAVITY) / 1_000_000;

/** kPa in a conventional millimeter of water: 1000 kg/m³ at standard gravity (SP 811, B.8: 0.00980665). */
const MMH2O_KPA = GRAVITY / 1000;

/** Conversions by unit of the contract. A unit that is not listed has none. */
export const DISPLAY_UNITS: Readonly<Record<string, readonly UnitConversion[]>> = {
  // Exact: 0 °C is 273.15 K (SI Brochure, 2.3.1) and 32 °F, 5 K are 9 °F (SP 811, B.8 "temperature").
  '°C': [
    { unit: '°F', times: 9, per: 5, plus: 32 },
    { unit: 'K', plus: 273.15 },
  ],
  // Exact: the prefixes, 1 bar = 100 kPa (SI Brochure, table 8). The rest as above.
  kPa: [
    { unit: 'Pa', times: 1000, decimals: -3 },
    { unit: 'hPa', times: 10, decimals: -1 },
    { unit: 'bar', per: 100, decimals: 2 },
    { unit: 'mbar', times: 10, decimals: -1 },
    { unit: 'psi', per: PSI_KPA, decimals: 1 },
    { unit: 'inHg', per: MMHG_KPA * 25.4, decimals: 1 },
    { unit: 'mmHg', per: MMHG_KPA, decimals: -1 },
    { unit: 'inH₂O', per: MMH2O_KPA * 25.4, decimals: -1 },
    { unit: 'mmH₂O', per: MMH2O_KPA, decimals: -2 },
  ],
  // Altitudes.
  mm: [
    { unit: 'm', per: 1000, decimals: 3 },
    { unit: 'ft', per: FOOT_M * 1000, decimals: 3 },
  ],
  // Shares: 1 % = 10 000 ppm, 1 ppm = 1000 ppb (SP 811, 7.10.3).
  '%': [{ unit: 'ppm', times: 10_000, decimals: -4 }],
  ppm: [{ unit: '%', per: 10_000, decimals: 4 }],
  ppb: [{ unit: 'ppm', per: 1000, decimals: 3 }],
  'µg/m³': [{ unit: 'mg/m³', per: 1000, decimals: 3 }],
  // Clean rooms use the cubic meter or the cubic foot.
  '#/cm³': [
    { unit: '#/m³', times: 1_000_000, decimals: -6 },
    { unit: '#/ft³', times: (FOOT_M * 100) ** 3, decimals: -4 },
  ],
  µm: [{ unit: 'nm', times: 1000, decimals: -3 }],
  // A footcandle is a lumen per square foot; exact, by the foot (SP 811, B.8 "light": 10.76391 lx).
  lx: [
    { unit: 'klx', per: 1000, decimals: 3 },
    { unit: 'fc', times: FOOT_M ** 2, decimals: 1 },
  ],
  // Exact: 1 cm² = 1/10 000 m².
  'µW/cm²': [
    { unit: 'mW/cm²', per: 1000, decimals: 3 },
    { unit: 'W/m²', per: 100, decimals: 2 },
  ],
  V: [
    { unit: 'mV', times: 1000, decimals: -3 },
    { unit: 'kV', per: 1000, decimals: 3 },
  ],
  A: [{ unit: 'mA', times: 1000, decimals: -3 }],
  W: [
    { unit: 'mW', times: 1000, decimals: -3 },
    { unit: 'kW', per: 1000, decimals: 3 },
  ],
  Hz: [
    { unit: 'kHz', per: 1000, decimals: 3 },
    { unit: 'MHz', per: 1_000_000, decimals: 6 },
  ],
  // Exact: hour 3600 s, mile 5280 ft (SP 811, B.6), knot 1852 m/h (SI Brochure 8th edition, table 8).
  'm/s': [
    { unit: 'km/h', times: 3600, per: 1000 },
    { unit: 'mph', times: 3600, per: FOOT_M * 5280 },
    { unit: 'kn', times: 3600, per: 1852 },
    { unit: 'ft/s', per: FOOT_M },
  ],
};

export function conversionsOf(unit: string): readonly UnitConversion[] {
  return Object.hasOwn(DISPLAY_UNITS, unit) ? (DISPLAY_UNITS[unit] ?? []) : [];
}

/** Displayed unless the user chose otherwise: nobody reads an altitude in millimeters. */
const DEFAULT_DISPLAY_UNITS: Readonly<Record<string, string>> = { mm: 'm' };

/** The unit that is displayed for one of the contract by default: itself, or a more usual one. */
export function defaultDisplayUnit(unit: string): string {
  return Object.hasOwn(DEFAULT_DISPLAY_UNITS, unit) ? (DEFAULT_DISPLAY_UNITS[unit] ?? unit) : unit;
}

/** Why a unit cannot be displayed as another; undefined if it can. */
export function displayUnitError(unit: string, shown: string): string | undefined {
  const known = conversionsOf(unit);
  if (known.length === 0) {
    return `"${unit}" has no display units; units that do: ${Object.keys(DISPLAY_UNITS).join(', ')}`;
  }
  if (shown === unit || known.some((conversion) => conversion.unit === shown)) return undefined;
  return `"${unit}" cannot be displayed as "${shown}"; use one of ${[unit, ...known.map((conversion) => conversion.unit)].join(', ')}`;
}
