import { dewPoint } from '../../devices/virtual-channels.ts';
import {
  absoluteHumidity,
  airDensity,
  mixingRatio,
  seaLevelPressure,
  vapourPressureDeficit,
  wetBulb,
} from './psychrometrics.ts';

/** A function of the values at one time. */
export interface PlainFunction {
  min: number;
  /** Infinity for any number of parameters. */
  max: number;
  /** Never called with NaN. A result that is not finite means that there is none. */
  compute: (...values: number[]) => number;
}

const of = (count: number, compute: PlainFunction['compute']): PlainFunction => ({ min: count, max: count, compute });
const ofAny = (compute: PlainFunction['compute']): PlainFunction => ({ min: 1, max: Infinity, compute });

function median(...values: number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Half away from zero. NaN for decimals that are not 0 to 15. */
function round(x: number, decimals = 0): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 15) return Number.NaN;
  const scaled = Math.round(Math.abs(x) * 10 ** decimals) / 10 ** decimals;
  return Number.isFinite(scaled) ? Math.sign(x) * scaled : x;
}

const FUNCTIONS = {
  abs: of(1, Math.abs),
  sqrt: of(1, Math.sqrt),
  exp: of(1, Math.exp),
  ln: of(1, Math.log),
  log10: of(1, Math.log10),
  pow: of(2, Math.pow),
  min: ofAny(Math.min),
  max: ofAny(Math.max),
  mean: ofAny((...values) => values.reduce((sum, value) => sum + value, 0) / values.length),
  median: ofAny(median),
  clamp: of(3, (x = 0, low = 0, high = 0) => (low <= high ? Math.min(Math.max(x, low), high) : Number.NaN)),
  round: { min: 1, max: 2, compute: round },
  floor: of(1, Math.floor),
  ceil: of(1, Math.ceil),
  sin: of(1, Math.sin),
  cos: of(1, Math.cos),
  tan: of(1, Math.tan),
  asin: of(1, Math.asin),
  acos: of(1, Math.acos),
  atan: of(1, Math.atan),
  atan2: of(2, Math.atan2),
  dew_point: of(2, dewPoint),
  wet_bulb: { min: 2, max: 3, compute: wetBulb },
  absolute_humidity: of(2, absoluteHumidity),
  mixing_ratio: of(3, mixingRatio),
  vapour_pressure_deficit: of(2, vapourPressureDeficit),
  air_density: of(3, airDensity),
  sea_level_pressure: of(3, seaLevelPressure),
} as const satisfies Record<string, PlainFunction>;

export const PLAIN_FUNCTIONS: ReadonlyMap<string, PlainFunction> = new Map(Object.entries(FUNCTIONS));
