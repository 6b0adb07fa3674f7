/** The noise of recent readings, and the hysteresis and delay that keep it from repeating an alarm (docs/alarms.md#suggestions). */

/** How far back readings count, in milliseconds. */
export const NOISE_WINDOW_MS = 600_000;

/** The newest readings that count. */
const MAX_READINGS = 6000;

/** Fewer say nothing about noise. */
const MIN_READINGS = 20;

/** Readings on each side of the running median, which is the trend. Outliers in a longer row belong to the trend. */
const MEDIAN_REACH = 7;

/** A reading this many times as far from the trend as 90 % of all is an outlier. */
const OUTLIER_FACTOR = 3;

/** The hysteresis is the width of the noise times this, so that rare extremes are within it too. */
const MARGIN = 1.25;

/** Suggested delays, in seconds. */
const DELAYS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600] as const;

/** Readings without gaps in the arrays, oldest first. Times in milliseconds since 1970. */
export interface Readings {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** In the unit of the readings. */
export interface Noise {
  readonly readings: number;
  /** Time between the first and the last reading, in milliseconds. */
  readonly spanMs: number;
  /** From the lowest to the highest reading around the trend, without outliers. */
  readonly width: number;
  /** Duration of the longest row of outliers, in milliseconds; 0 without any. */
  readonly outliersMs: number;
}

/** @returns undefined for fewer than 20 readings */
export function measureNoise(all: Readings): Noise | undefined {
  const times = all.times.slice(-MAX_READINGS);
  const values = all.values.slice(-MAX_READINGS);
  if (values.length < MIN_READINGS) return undefined;
  const residuals = values.map((value, index) => value - trendAt(values, index));
  const bound = outlierBound(residuals.map(Math.abs));
  const regular = residuals.filter((residual) => Math.abs(residual) <= bound);
  return {
    readings: values.length,
    spanMs: (times.at(-1) ?? 0) - (times[0] ?? 0),
    width: maximum(regular) + maximum(regular.map((residual) => -residual)),
    outliersMs: longestRow(residuals, bound) * median(times.slice(1).map((time, index) => time - (times[index] ?? 0))),
  };
}

/** Rounded up to one digit; 0 for readings that do not vary. @param width in any unit, of that unit */
export function suggestHysteresis(width: number): number {
  const exact = width * MARGIN;
  if (exact <= 0) return 0;
  const step = 10 ** Math.floor(Math.log10(exact));
  // 3.0000000000000004 is 3.
  return Number((Math.ceil(Number((exact / step).toPrecision(12))) * step).toPrecision(1));
}

/** Longer than the longest row of outliers, in seconds, at most 10 min; 0 without outliers. */
export function suggestDelay(outliersMs: number): number {
  if (outliersMs === 0) return 0;
  return DELAYS_S.find((seconds) => seconds * 1000 > outliersMs) ?? 600;
}

function trendAt(values: readonly number[], index: number): number {
  // At the ends, the same number of readings as elsewhere.
  const from = Math.max(0, Math.min(index - MEDIAN_REACH, values.length - 2 * MEDIAN_REACH - 1));
  return median(values.slice(from, from + 2 * MEDIAN_REACH + 1));
}

/** For readings that hardly vary, most are exactly at the trend: then the 97 % of readings closest to it count. */
function outlierBound(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return OUTLIER_FACTOR * (at(0.9) || at(0.97));
}

/** The number of outliers in the longest row. */
function longestRow(residuals: readonly number[], bound: number): number {
  let longest = 0;
  let row = 0;
  for (const residual of residuals) {
    row = Math.abs(residual) > bound ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function maximum(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
