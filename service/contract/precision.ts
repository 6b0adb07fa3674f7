/**
 * The one rule for the decimals of a reading: its last digit is not finer than its sensor resolves. It holds wherever
 * people read values: list, legend, details, tables, tray, notifications, the tables of the command line, Home
 * Assistant, and CSV files unless all decimals are wanted. The API, MQTT and other files have every digit.
 */
import { UNCORRECTED_SUFFIX } from './corrections.ts';
import type { UnitConversion } from './display-units.ts';

/**
 * Resolutions in the unit of the contract, from docs/hardware.md#conversion-formulas: of the finest sensor, because a
 * channel name reads alike in every device. The averaging converters of the RTD300 and TMC200 have no stated one.
 */
const BY_CHANNEL: Readonly<Record<string, number>> = {
  // 16 bits over 5 V, at 1 kPa for each volt.
  differential_pressure: 5 / 65_535,
  // The altitude of the MS5611's last pascal near sea level.
  altitude: 83,
  // A factor of 1/10,000.
  co2_filtered: 0.0001,
  co2_instant: 0.0001,
  uv_a: 0.93,
  uv_b: 2.1,
};

/** Likewise for every other channel in a unit. Those marked "default" are stated for no sensor. */
const BY_UNIT: Readonly<Record<string, number>> = {
  // 16 bits over 175 °C, and over 100 %.
  '°C': 175 / 65_535,
  '%rh': 100 / 65_535,
  // A pascal, as on VCP lines.
  kPa: 0.001,
  // Whole numbers.
  ppm: 1,
  ppb: 1,
  raw: 1,
  // The EM1's shunt voltage, and its current and power for a scale factor of 1.
  V: 2.5e-6,
  A: 1 / 2 ** 15,
  W: 25 / 2 ** 15,
  // Default.
  mm: 0.1,
  '%': 0.01,
  'µg/m³': 0.1,
  '#/cm³': 0.1,
  µm: 0.01,
  lx: 0.1,
  'µW/cm²': 0.1,
  Hz: 0.001,
  'm/s': 0.01,
};

/** Default for a unit that Mensura does not know. */
const OTHERWISE = 0.001;

/** More would be rounding errors of a double. */
const MOST = 9;

/**
 * @returns undefined for a unit without a rule
 * @param channel `temperature_2` and `temperature_2_uncorrected` count as `temperature`
 */
export function resolutionOf(channel: string, unit: string): number | undefined {
  const measured = channel.endsWith(UNCORRECTED_SUFFIX) ? channel.slice(0, -UNCORRECTED_SUFFIX.length) : channel;
  const name = measured.replace(/_\d+$/, '');
  if (Object.hasOwn(BY_CHANNEL, name)) return BY_CHANNEL[name];
  return Object.hasOwn(BY_UNIT, unit) ? BY_UNIT[unit] : undefined;
}

/**
 * Decimals of a reading, 0 to 9.
 * @param unit of the contract
 * @param shown how it is displayed; undefined for the contract's unit
 */
export function decimalsOf(channel: string, unit: string, shown?: UnitConversion): number {
  const inContract = Math.floor(-Math.log10(resolutionOf(channel, unit) ?? OTHERWISE) + 1e-9);
  return Math.min(MOST, Math.max(0, inContract + (shown?.decimals ?? 0)));
}

/** The same without the default for a unit that Mensura does not know: undefined. */
export function knownDecimalsOf(channel: string, unit: string): number | undefined {
  return resolutionOf(channel, unit) === undefined ? undefined : decimalsOf(channel, unit);
}

/** The nearest number with so many decimals; never -0, which some programs write with its sign. */
export function roundTo(magnitude: number, decimals: number): number {
  return Number(magnitude.toFixed(decimals)) + 0;
}

/** A reading with these decimals and neither locale nor unit, for programs that print tables: `24.87`. */
export function formatReading(magnitude: number, channel: string, unit: string): string {
  const text = magnitude.toFixed(decimalsOf(channel, unit));
  // "-0.00" would flicker around zero.
  return Number(text) === 0 ? text.replace('-', '') : text;
}
