import type { ChannelStatistics } from '../../contract/index.ts';
import type { ChannelReader } from '../types.ts';
import { readPoints } from './slice.ts';

/** Readings that are integrated for one request, of all its channels together. */
export const MAX_EXACT_AREA = 250_000;

export type Area = Pick<ChannelStatistics, 'area' | 'covered_ms' | 'area_missing'>;

/**
 * The area under the line in [from, to), in milliseconds since 1970, by the trapezoidal rule for unequal intervals: the
 * sum of (v₁ + v₂) / 2 · (t₂ − t₁) over neighboring readings. A gap and a sensor error add nothing.
 */
export function areaOf(reader: ChannelReader, from: number, to: number): Area {
  let [area, covered] = [0, 0];
  let [lastAt, lastValue] = [0, Number.NaN];
  for (const { at, value } of readPoints(reader, from, to)) {
    for (let index = 0; index < at.length; index += 1) {
      const [time = 0, reading = Number.NaN] = [at[index], value[index]];
      if (Number.isFinite(reading) && Number.isFinite(lastValue)) {
        area += ((lastValue + reading) / 2) * ((time - lastAt) / 1000);
        covered += time - lastAt;
      }
      [lastAt, lastValue] = [time, reading];
    }
  }
  return { area: covered === 0 ? null : area, covered_ms: covered, area_missing: null };
}

/** Means of aggregates say nothing about how long a line was interrupted, so there is no estimate. */
export function noArea(reason: NonNullable<Area['area_missing']>): Area {
  return { area: null, covered_ms: 0, area_missing: reason };
}
