/** Stored readings of the inputs of a formula, as the rows that were or would have been computed. */
import type { ChannelHistory, ChannelRef } from '../contract/index.ts';
import type { DeviceKey } from '../devices/types.ts';
import { isSeaLevelPressure } from './inputs.ts';

/** The points of one channel in order of time. */
interface Series {
  at: number[];
  /** Null if the device returned no valid value. */
  value: (number | null)[];
  /** Duration that a point stands for, in milliseconds: 0 for a reading. */
  width: number[];
}

/** A row; the array is used again for the next one. */
export interface ReplayedRow {
  at: number;
  /** In the order of the channels. */
  values: readonly (number | null)[];
}

function seriesOf({ parts }: Pick<ChannelHistory, 'parts'>): Series {
  const series: Series = { at: [], value: [], width: [] };
  for (const part of parts) {
    const width = part.kind === 'buckets' ? part.width_ms : 0;
    const values = part.kind === 'buckets' ? part.mean : part.magnitude;
    for (const [index, at] of part.at.entries()) {
      // The mean of a bucket counts at its middle.
      series.at.push(at + width / 2);
      series.value.push(values[index] ?? null);
      series.width.push(width);
    }
  }
  return series;
}

/**
 * Rows at the readings of the channel with the fewest: the slowest sets the pace, as it does for live readings.
 * @param maxAge of the other channels' readings, in milliseconds
 * @param seaLevelPressure that of a channel's device, in pascals, for the channels that stand for it
 */
export function* replayRows(
  channels: readonly (ChannelRef & Pick<ChannelHistory, 'parts'>)[],
  maxAge: number,
  seaLevelPressure: (key: DeviceKey) => number,
): Generator<ReplayedRow, undefined> {
  const all = channels.map(seriesOf);
  const [pace] = all.filter(({ at }) => at.length > 0).toSorted((a, b) => a.at.length - b.at.length);
  if (!pace) return;
  const next = all.map(() => 0);
  const constants = channels.map((ref) => (isSeaLevelPressure(ref) ? seaLevelPressure(ref) : null));
  const values: (number | null)[] = [...constants];
  for (const [index, at] of pace.at.entries()) {
    const paceWidth = pace.width[index] ?? 0;
    for (const [place, series] of all.entries()) {
      let following = next[place] ?? 0;
      // Buckets of one width belong together, wherever their middles are.
      while ((series.at[following] ?? Number.POSITIVE_INFINITY) <= at) following += 1;
      next[place] = following;
      const newest = following - 1;
      const age = at - (series.at[newest] ?? Number.NEGATIVE_INFINITY);
      const oldest = Math.max(maxAge, series.width[newest] ?? 0, paceWidth);
      values[place] = constants[place] ?? (age <= oldest ? (series.value[newest] ?? null) : null);
    }
    yield { at, values };
  }
}
