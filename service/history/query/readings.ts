/** Readings of a channel one by one, in order of time. */
import type { ChannelReader, Points } from '../types.ts';
import { lowerBound, mergeSorted } from './merge-sorted.ts';

/** The points in [from, to), marks included, in portions as they are stored. Milliseconds since 1970. */
export function* readPoints(reader: ChannelReader, from: number, to: number): Generator<Points> {
  for (const piece of mergeSorted(reader.blocks(from, to))) {
    const { at, value } = 'block' in piece ? piece.block.points() : piece.points;
    const start = lowerBound(at, from);
    const end = lowerBound(at, to);
    if (start < end) yield { at: at.subarray(start, end), value: value.subarray(start, end) };
  }
}
