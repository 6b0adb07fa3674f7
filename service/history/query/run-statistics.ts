import type { ChannelRef, RunChannel, RunChannelStatistics } from '../../contract/index.ts';
import type { ChannelReader } from '../types.ts';
import { readPoints } from './slice.ts';
import { statisticsOf } from './statistics.ts';

/** Raw readings of a channel that are read for its area, time outside limits and mean kinetic temperature. */
const MAX_EXACT_READINGS = 2_000_000;

/** Activation energy over gas constant, in kelvin: 83.144 kJ/mol over 8.3144 J/(mol K), of USP <1079>. */
const ACTIVATION_K = 10_000;

/** 0 °C in kelvin. */
const ICE_POINT_K = 273.15;

interface Measure extends Pick<RunChannel, 'low' | 'high'> {
  /** The unit of the contract. */
  unit: string;
}

/** The statistics of a channel of a run in [from, to), in milliseconds since 1970. */
export function runStatisticsOf(
  reader: ChannelReader,
  from: number,
  to: number,
  measure: Measure,
): Omit<RunChannelStatistics, keyof ChannelRef | 'unit' | 'low' | 'high'> {
  const statistics = statisticsOf(reader, from, to, MAX_EXACT_READINGS);
  const isExact = statistics.area_missing === null;
  const hasLimits = measure.low !== null || measure.high !== null;
  return {
    ...statistics,
    outside_ms: isExact && hasLimits ? timeOutside(reader, from, to, measure) : null,
    mean_kinetic_temperature: isExact && measure.unit === '°C' ? meanKineticTemperature(reader, from, to) : null,
  };
}

/** Of a valid reading beyond a limit, the time until the next valid one, as `areaOf` counts time. In milliseconds. */
function timeOutside(reader: ChannelReader, from: number, to: number, { low, high }: Measure): number {
  let total = 0;
  let [lastAt, lastValue] = [0, Number.NaN];
  for (const { at, value } of readPoints(reader, from, to)) {
    for (let index = 0; index < at.length; index += 1) {
      const [time = 0, reading = Number.NaN] = [at[index], value[index]];
      const isOutside = (low !== null && lastValue < low) || (high !== null && lastValue > high);
      if (isOutside && Number.isFinite(lastValue) && Number.isFinite(reading)) total += time - lastAt;
      [lastAt, lastValue] = [time, reading];
    }
  }
  return total;
}

/**
 * In °C: H/R over −ln of the mean of exp(−H/(R T)) over all valid readings (USP <1079>). Null without a reading above
 * absolute zero.
 */
function meanKineticTemperature(reader: ChannelReader, from: number, to: number): number | null {
  let [count, sum] = [0, 0];
  // Relative to the first reading, the exponentials neither overflow nor vanish.
  let reference = Number.NaN;
  for (const { value } of readPoints(reader, from, to)) {
    for (const reading of value) {
      const exponent = -ACTIVATION_K / (reading + ICE_POINT_K);
      if (!Number.isFinite(reading) || !(exponent < 0) || !Number.isFinite(exponent)) continue;
      if (count === 0) reference = exponent;
      sum += Math.exp(exponent - reference);
      count += 1;
    }
  }
  return count === 0 ? null : ACTIVATION_K / -(Math.log(sum / count) + reference) - ICE_POINT_K;
}
