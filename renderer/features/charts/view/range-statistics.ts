import type { ChannelStatistics } from '../../../../service/contract/index.ts';
import type { SampleRing } from '../../../data/samples/sample-ring.ts';
import type { View } from './view.ts';

/** Statistics of a channel in a range, as the history calculates them. */
export type RangeStatistics = Pick<ChannelStatistics, 'count' | 'gaps' | 'min' | 'max' | 'mean' | 'standard_deviation'>;

const NOTHING: RangeStatistics = { count: 0, gaps: 0, min: null, max: null, mean: null, standard_deviation: null };

/** Statistics of the readings that are still in memory. */
export function ringStatistics(series: SampleRing | undefined, { from, to }: View): RangeStatistics {
  let count = 0;
  let gaps = 0;
  let mean = 0;
  let squares = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isBroken = false;
  if (!series) return NOTHING;
  const { raw } = series;
  const end = raw.indexFrom(to);
  for (let index = raw.indexFrom(from); index < end; index += 1) {
    const value = raw.value(index);
    if (Number.isNaN(value)) {
      isBroken = count > 0;
      continue;
    }
    if (isBroken) gaps += 1;
    isBroken = false;
    count += 1;
    // Welford: squares of large values would lose small differences.
    const away = value - mean;
    mean += away / count;
    squares += away * (value - mean);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (count === 0) return NOTHING;
  return { count, gaps, min, max, mean, standard_deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)) };
}
