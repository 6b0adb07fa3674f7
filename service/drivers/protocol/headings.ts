import type { QuantityName } from '../../devices/quantities.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import type { LineColumn } from './line.ts';
import { converter, plainUnit } from './units.ts';

/** Normalizes for comparison: lower case, one space for all but letters, digits and a point between digits. */
export function plainHeading(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/((?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, ' ')
    .trim();
}

interface Rule {
  quantity: QuantityName;
  /** Tested on `plainHeading`. */
  pattern: RegExp;
  not?: RegExp;
  /** The words only give the quantity, and may leave out a place such as a cold junction. */
  isBroad?: true;
}

const INSIDE = '(?=.*\\b(internal|inside|case|enclosure)\\b)';
const NOT_RELATIVE = /\b(soil|absolute|specific)\b/;

/** Particle sizes in micrometers, as in headings and as in channel names. */
const SIZES = [
  ['0\\.5', 'pm0_5'],
  ['1(\\.0)?', 'pm1_0'],
  ['2\\.5', 'pm2_5'],
  ['4(\\.0)?', 'pm4_0'],
  ['10(\\.0)?', 'pm10'],
] as const;

const PARTICLES: readonly Rule[] = SIZES.flatMap(([digits, name]) => {
  const pattern = new RegExp(`\\bpm ?${digits}(?![.\\d])`);
  const count: Rule = { quantity: `particle_count_${name}`, pattern };
  return name === 'pm0_5' ? [count] : [{ quantity: `particle_mass_${name}`, pattern }, count];
});

/** Narrower meanings first. A rule applies if the column's unit is one of its quantity. */
const RULES: readonly Rule[] = [
  { quantity: 'cold_junction_temperature', pattern: /\b(cold|reference|ref) ?(junction|jct|junct)\b|\bcjc?\b/ },
  { quantity: 'internal_dew_point', pattern: new RegExp(`^${INSIDE}.*\\bdew ?point\\b`) },
  { quantity: 'dew_point', pattern: /\bdew ?point\b/ },
  { quantity: 'humidex', pattern: /\bhumidex\b/ },
  { quantity: 'heat_index', pattern: /\bheat ?index\b/ },
  {
    quantity: 'internal_relative_humidity',
    pattern: new RegExp(`^${INSIDE}.*\\b(rh|humidity|hum)\\b`),
    not: NOT_RELATIVE,
  },
  { quantity: 'relative_humidity', pattern: /\b(rh|r h|humidity|hum)\b/, not: NOT_RELATIVE, isBroad: true },
  { quantity: 'internal_temperature', pattern: new RegExp(`^${INSIDE}.*\\btemp(erature)?\\b`) },
  {
    quantity: 'temperature',
    pattern:
      /\b(type|tc) ?[kjnetbsr]\b|\bt ?k\b|\b[kjnetbsr] type\b|\bthermocouple\b|\bhot ?junction\b|\brtd\b|\bpt ?1000?\b/,
  },
  { quantity: 'temperature', pattern: /\btemp(erature)?\b/, isBroad: true },
  { quantity: 'differential_pressure', pattern: /\b(diff(erential)?|delta) ?(p|press(ure)?)\b/ },
  { quantity: 'atmospheric_pressure', pattern: /\batmospher(e|ic)\b|\bbaro(metric|meter)?\b/ },
  { quantity: 'pressure', pattern: /\bpress(ure)?\b/, isBroad: true },
  { quantity: 'co2_filtered', pattern: /\bco ?2\b.*\bfiltered\b/ },
  { quantity: 'co2_instant', pattern: /\bco ?2\b.*\binstant\b/ },
  { quantity: 'co2', pattern: /\be?co ?2(eq?)?\b|\bcarbon dioxide\b/, isBroad: true },
  { quantity: 'tvoc', pattern: /\bt?voc\b/ },
  ...PARTICLES,
  { quantity: 'uv_a', pattern: /\buv ?a\b/ },
  { quantity: 'uv_b', pattern: /\buv ?b\b/ },
];

/** Percentages that are neither humidity nor CO2, whatever else the device measures. */
const OTHER_SHARE = /\b(batt(ery)?|charge|soil|moisture|water|level|fuel|tank|duty|o2|oxygen|lel|signal|power)\b/;

/** The quantity of a unit without other information. A unit of several quantities is not included. */
const BY_UNIT: Readonly<Record<string, QuantityName>> = {
  C: 'temperature',
  F: 'temperature',
  K: 'temperature',
  '%rh': 'relative_humidity',
  Pa: 'pressure',
  hPa: 'pressure',
  kPa: 'pressure',
  bar: 'pressure',
  psi: 'pressure',
  inHg: 'pressure',
  ppm: 'co2',
  lx: 'illuminance',
  V: 'voltage',
  mV: 'voltage',
  A: 'current',
  mA: 'current',
  W: 'power',
  mW: 'power',
  kW: 'power',
  Hz: 'frequency',
  kHz: 'frequency',
  'm/s': 'air_speed',
};

export interface Meaning {
  quantity: QuantityName;
  /** It only gives the quantity, and may mean a narrower one. */
  isBroad: boolean;
}

/** The quantity in a column's heading, if its unit fits; undefined if there is none. */
export function meaningOf({ title, unit }: LineColumn): Meaning | undefined {
  const heading = plainHeading(title);
  if (heading === '') return undefined;
  const rule = RULES.find(
    ({ quantity, pattern, not }) =>
      converter(unit, QUANTITIES[quantity].unit) && pattern.test(heading) && !not?.test(heading),
  );
  return rule && { quantity: rule.quantity, isBroad: rule.isBroad === true };
}

/** The quantity of a column from its unit; undefined if several quantities have it, or none. */
export function quantityOfUnit({ title, unit }: LineColumn): QuantityName | undefined {
  const plain = plainUnit(unit);
  // Every gas can have ppm; without a heading it is the one that these devices measure.
  if (plain === 'ppm' && plainHeading(title) !== '') return undefined;
  return Object.hasOwn(BY_UNIT, plain) ? BY_UNIT[plain] : undefined;
}

/** Whether this can be the meaning of a channel. A broad meaning includes every narrower one. */
export function canMean({ quantity, isBroad }: Meaning, label: string): boolean {
  return quantity === label || (isBroad && label.endsWith(`_${quantity}`));
}

/**
 * Whether the heading excludes a channel that the unit alone would allow: `Battery` in % is neither humidity nor CO2.
 */
export function contradicts(column: LineColumn, label: string): boolean {
  const meaning = meaningOf(column);
  if (meaning) return !canMean(meaning, label);
  return plainUnit(column.unit).startsWith('%') && OTHER_SHARE.test(plainHeading(column.title));
}
