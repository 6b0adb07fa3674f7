/** Pressures in pascals as text with any pressure unit. */
import {
  conversionsOf,
  type DisplayUnit,
  displayUnit,
  SEA_LEVEL_PRESSURE_PA,
} from '../../../service/contract/index.ts';
import { formatNumberInput, parseNumberInput } from '../format/numbers.ts';

const UNIT = 'kPa';

/** Finer than any barometer; a converted value is the entered one again. */
const STEPS_PER_PA = 100;
const DIGITS = 9;

/** Of pressures, the longest first: a text that ends in "mbar" ends in "bar" too. */
const UNITS: readonly DisplayUnit[] = [UNIT, ...conversionsOf(UNIT).map(({ unit }) => unit)]
  .toSorted((one, other) => other.length - one.length)
  .map((unit) => displayUnit(UNIT, unit));

/** `1013.25 hPa` */
export function formatPressureInput(pascals: number, shown: DisplayUnit): string {
  return `${formatNumberInput(Number(shown.toShown(pascals / 1000).toPrecision(DIGITS)))} ${shown.unit}`;
}

/** In pascals; NaN for another text, also for a number without a unit. */
export function parsePressureInput(text: string): number {
  const bare = text.trim();
  const unit = UNITS.find((one) => bare.toLowerCase().endsWith(one.unit.toLowerCase()));
  if (!unit) return Number.NaN;
  const pascals = unit.toContract(parseNumberInput(bare.slice(0, -unit.unit.length))) * 1000;
  return Math.round(pascals * STEPS_PER_PA) / STEPS_PER_PA;
}

/** For a text that is no pressure at sea level. */
export const INVALID_SEA_LEVEL = `Enter a pressure with its unit, from ${formatPressureInput(SEA_LEVEL_PRESSURE_PA.min, displayUnit(UNIT, 'hPa'))} to ${formatPressureInput(SEA_LEVEL_PRESSURE_PA.max, displayUnit(UNIT, 'hPa'))}.`;
