import { type ChannelReader, GAP, type Slice } from '../types.ts';
import { readPoints } from './readings.ts';

/**
 * Readings of [from, to) from the beginning on, marks left out. All of one moment come together, so there are more than
 * `limit` where several have the last one's moment.
 * @param limit at least 1
 */
export function readSlice(reader: ChannelReader, from: number, to: number, limit: number): Slice {
  const at: number[] = [];
  const value: number[] = [];
  for (const points of readPoints(reader, from, to)) {
    for (let index = 0; index < points.at.length; index += 1) {
      const reading = points.value[index] ?? Number.NaN;
      const moment = points.at[index] ?? 0;
      if (reading === GAP) continue;
      if (at.length >= limit && moment !== at.at(-1)) return sliceOf(at, value, moment);
      at.push(moment);
      value.push(reading);
    }
  }
  return sliceOf(at, value, null);
}

function sliceOf(at: readonly number[], value: readonly number[], next: number | null): Slice {
  return { at: Float64Array.from(at), value: Float64Array.from(value), next };
}
