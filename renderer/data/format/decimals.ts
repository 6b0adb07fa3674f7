/** Decimals per channel, from the resolution of the sensor. */
import { getOwn } from '../get-own.ts';

export interface Decimals {
  /** In the device list, where space is short. */
  short: number;
  /** In charts. */
  normal: number;
  /** In the details. */
  full: number;
}

const BY_UNIT: Readonly<Record<string, Decimals>> = {
  '°C': { short: 2, normal: 2, full: 4 },
  '%rh': { short: 1, normal: 2, full: 4 },
  kPa: { short: 2, normal: 3, full: 4 },
  mm: { short: 0, normal: 0, full: 1 },
  '%': { short: 3, normal: 4, full: 5 },
  ppm: { short: 0, normal: 0, full: 1 },
  ppb: { short: 0, normal: 0, full: 1 },
  'µg/m³': { short: 1, normal: 1, full: 2 },
  '#/cm³': { short: 1, normal: 1, full: 2 },
  µm: { short: 2, normal: 2, full: 3 },
  lx: { short: 0, normal: 1, full: 2 },
  'µW/cm²': { short: 1, normal: 1, full: 2 },
  V: { short: 3, normal: 4, full: 6 },
  A: { short: 4, normal: 5, full: 6 },
  W: { short: 3, normal: 4, full: 6 },
  Hz: { short: 2, normal: 3, full: 4 },
  'm/s': { short: 2, normal: 2, full: 3 },
  raw: { short: 0, normal: 0, full: 0 },
};

/** For other units. */
const OTHERWISE: Decimals = { short: 2, normal: 3, full: 4 };

/** Channels that differ from their unit. */
const BY_CHANNEL: Readonly<Record<string, Decimals>> = {
  differential_pressure: { short: 4, normal: 5, full: 6 },
};

/** @param label `temperature_2` counts as `temperature` */
export function decimalsOf(label: string, unit: string): Decimals {
  return getOwn(BY_CHANNEL, label.replace(/_\d+$/, '')) ?? getOwn(BY_UNIT, unit) ?? OTHERWISE;
}
