import { type ChannelReader, GAP, type Points, type Slice } from '../types.ts';
import { mergeSorted, within } from './merge-sorted.ts';

/**
 * The first readings of [from, to), without gaps. Readings of one timestamp are never separated, so the result may
 * exceed `limit`.
 * @param limit at least 1
 */
export function readSlice(reader: ChannelReader, from: number, to: number, limit: number): Slice {
  const at: number[] = [];
  const value: number[] = [];
  for (const points of readPoints(reader, from, to)) {
    for (let index = 0; index < points.at.length; index += 1) {
      const reading = points.value[index] ?? Number.NaN;
      const timestamp = points.at[index] ?? 0;
      if (reading === GAP) continue;
      if (at.length >= limit && timestamp !== at.at(-1)) return sliceOf(at, value, timestamp);
      at.push(timestamp);
      value.push(reading);
    }
  }
  return sliceOf(at, value, null);
}

function sliceOf(at: readonly number[], value: readonly number[], next: number | null): Slice {
  return { at: Float64Array.from(at), value: Float64Array.from(value), next };
}

/** The points in [from, to), gaps included, block by block. Milliseconds since 1970. */
export function* readPoints(reader: ChannelReader, from: number, to: number): Generator<Points> {
  for (const piece of mergeSorted(reader.blocks(from, to))) {
    const points = within('block' in piece ? piece.block.points() : piece.points, from, to);
    if (points.at.length > 0) yield points;
  }
}
