import type { ChannelRef, RunChannel, RunChannelStatistics } from '../../contract/index.ts';
import type { ChannelReader } from '../types.ts';
import { noArea } from './area.ts';
import { readPoints } from './slice.ts';
import { statisticsOf } from './statistics.ts';

/** Raw readings of all channels that are read for area, time outside limits and mean kinetic temperature. */
export const MAX_RUN_READINGS = 2_000_000;

/** Activation energy over gas constant, in kelvin: 83.144 kJ/mol over 8.3144 J/(mol K), of USP <1079>. */
const ACTIVATION_K = 10_000;

/** 0 °C in kelvin. */
const ICE_POINT_K = 273.15;

interface Measure extends Pick<RunChannel, 'low' | 'high'> {
  /** The unit of the contract. */
  unit: string;
}

/**
 * The statistics of a channel of a run in [from, to), in milliseconds since 1970.
 * @param maxReadings of more, there are only those that aggregates give
 */
export function runStatisticsOf(
  reader: ChannelReader,
  from: number,
  to: number,
  measure: Measure,
  maxReadings = MAX_RUN_READINGS,
): Omit<RunChannelStatistics, keyof ChannelRef | 'unit' | 'low' | 'high'> {
  // Without the area: it comes from the pass below.
  const statistics = statisticsOf(reader, from, to, 0);
  const { count, failed, area_missing: missing } = statistics;
  if (missing === 'deleted' || count + failed > maxReadings) {
    const none = noArea(missing ?? 'too-many');
    return { ...statistics, ...none, outside_ms: null, mean_kinetic_temperature: null };
  }
  const { area, covered, outside, kinetic } = integrate(reader, from, to, measure);
  const hasLimits = measure.low !== null || measure.high !== null;
  return {
    ...statistics,
    area: covered === 0 ? null : area,
    covered_ms: covered,
    area_missing: null,
    outside_ms: hasLimits && count > 0 ? outside : null,
    mean_kinetic_temperature: measure.unit === '°C' ? kinetic : null,
  };
}

/**
 * In one pass: area and time covered, as `areaOf`; of a valid reading beyond a limit, the time until the next valid one;
 * and the mean kinetic temperature in °C: H/R over −ln of the mean of exp(−H/(R T)) over all valid readings (USP <1079>),
 * null without a reading above absolute zero.
 */
function integrate(reader: ChannelReader, from: number, to: number, { low, high }: Measure) {
  let [area, covered, outside] = [0, 0, 0];
  let [lastAt, lastValue] = [0, Number.NaN];
  let [terms, sum] = [0, 0];
  // Relative to the first reading, the exponentials neither overflow nor vanish.
  let reference = Number.NaN;
  for (const { at, value } of readPoints(reader, from, to)) {
    for (let index = 0; index < at.length; index += 1) {
      const [time = 0, reading = Number.NaN] = [at[index], value[index]];
      if (Number.isFinite(reading)) {
        const exponent = -ACTIVATION_K / (reading + ICE_POINT_K);
        if (exponent < 0 && Number.isFinite(exponent)) {
          if (terms === 0) reference = exponent;
          sum += Math.exp(exponent - reference);
          terms += 1;
        }
        if (Number.isFinite(lastValue)) {
          area += ((lastValue + reading) / 2) * ((time - lastAt) / 1000);
          covered += time - lastAt;
          if ((low !== null && lastValue < low) || (high !== null && lastValue > high)) outside += time - lastAt;
        }
      }
      [lastAt, lastValue] = [time, reading];
    }
  }
  const kinetic = terms === 0 ? null : ACTIVATION_K / -(Math.log(sum / terms) + reference) - ICE_POINT_K;
  return { area, covered, outside, kinetic };
}
