/** Statistics of the newest live readings, to judge whether a channel has settled (docs/corrections.md#stable-values). */
import type { PointRing } from '../samples/point-ring.ts';

/** Lengths of the window, in seconds. */
export const WINDOWS_S = [10, 30, 60, 300] as const;
export type WindowSeconds = (typeof WINDOWS_S)[number];

/** Fewer say nothing about noise. */
const MIN_READINGS = 5;

/** The readings must cover this share of the window. */
const COVERED = 0.9;

/**
 * `none`: no readings. `collecting`: too few yet. `interrupted`: a sensor error or a gap in the window. `rising`,
 * `falling`: the drift exceeds the noise.
 */
export type Settling = 'none' | 'collecting' | 'interrupted' | 'rising' | 'falling' | 'stable';

/** In the unit of the readings. */
export interface LiveStatistics {
  readonly readings: number;
  /** Time that the readings stand for, in milliseconds: one sampling period for each. */
  readonly coveredMs: number;
  /** NaN without readings. */
  readonly mean: number;
  /** Sample standard deviation around the mean; NaN for fewer than two readings. */
  readonly deviation: number;
  /** Change from the first to the last reading along the least-squares line; NaN for fewer than two readings. */
  readonly drift: number;
  readonly state: Settling;
}

export interface StatisticsOptions {
  /** End of the window, in milliseconds since 1970. */
  readonly now: number;
  readonly windowMs: number;
  /** Earlier readings are left out, in milliseconds since 1970: they were corrected differently. */
  readonly since?: number;
  /** Last digit of a reading: a smaller drift is none. */
  readonly resolution: number;
}

const NONE: LiveStatistics = {
  readings: 0,
  coveredMs: 0,
  mean: Number.NaN,
  deviation: Number.NaN,
  drift: Number.NaN,
  state: 'none',
};

/** @param points undefined before the first reading */
export function liveStatistics(
  points: Pick<PointRing, 'length' | 'time' | 'value' | 'indexFrom'> | undefined,
  { now, windowMs, since = Number.NEGATIVE_INFINITY, resolution }: StatisticsOptions,
): LiveStatistics {
  if (!points) return NONE;
  const first = points.indexFrom(Math.max(now - windowMs, since));
  const times: number[] = [];
  const values: number[] = [];
  let isInterrupted = false;
  for (let index = first; index < points.length; index += 1) {
    const value = points.value(index);
    if (Number.isNaN(value)) isInterrupted = true;
    else {
      times.push(points.time(index));
      values.push(value);
    }
  }
  const readings = values.length;
  if (readings === 0) return { ...NONE, state: isInterrupted ? 'interrupted' : 'none' };
  const mean = meanOf(values);
  if (readings === 1) return { ...NONE, readings, mean, state: isInterrupted ? 'interrupted' : 'collecting' };
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  const slope = slopeOf(times, values);
  const drift = slope * spanMs;
  const coveredMs = (spanMs * readings) / (readings - 1);
  const isCovered = readings >= MIN_READINGS && coveredMs >= COVERED * windowMs;
  const noise = noiseOf(times, values, slope);
  // Noise alone looks like a drift with a standard deviation of noise × √(12 / readings).
  const allowed = Math.max(resolution, noise * Math.max(1, 2 * Math.sqrt(12 / readings)));
  const moved: Settling = Math.abs(drift) <= allowed ? 'stable' : drift > 0 ? 'rising' : 'falling';
  return {
    readings,
    coveredMs,
    mean,
    deviation: Math.sqrt(squares / (readings - 1)),
    drift,
    state: isInterrupted ? 'interrupted' : isCovered ? moved : 'collecting',
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Around the first value, so that large values cost no digits. */
function meanOf(values: readonly number[]): number {
  const start = values[0] ?? 0;
  return start + sumOf(values.map((value) => value - start)) / values.length;
}

/** Of the least-squares line, per millisecond; 0 for readings of one time. */
function slopeOf(times: readonly number[], values: readonly number[]): number {
  const time = meanOf(times);
  const mean = meanOf(values);
  const spread = sumOf(times.map((at) => (at - time) ** 2));
  return spread === 0 ? 0 : sumOf(times.map((at, index) => (at - time) * ((values[index] ?? 0) - mean))) / spread;
}

/** Standard deviation around the least-squares line. */
function noiseOf(times: readonly number[], values: readonly number[], slope: number): number {
  const time = meanOf(times);
  const mean = meanOf(values);
  const squares = sumOf(times.map((at, index) => ((values[index] ?? 0) - mean - slope * (at - time)) ** 2));
  return Math.sqrt(squares / Math.max(1, values.length - 2));
}
