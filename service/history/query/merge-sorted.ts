import type { Points, RawBlock } from '../types.ts';

const NONE: Points = { at: new Float64Array(0), value: new Float64Array(0) };

/** A packed block that overlaps no other, or the points of overlapping blocks. */
export type SortedBlock = { readonly block: RawBlock } | { readonly points: Points };

/**
 * Yields blocks in order of time; of equal timestamps the earlier block's come first. Holds only what overlaps.
 * @param blocks by first timestamp
 */
export function* mergeSorted(blocks: Iterable<RawBlock>): Generator<SortedBlock> {
  // Points of earlier blocks that are newer than the start of the current one.
  let pending = NONE;
  // Overlaps no earlier block; the start of the next one decides.
  let alone: RawBlock | undefined;
  for (const block of blocks) {
    if (alone && alone.last <= block.first) yield { block: alone };
    else if (alone) pending = interleave(pending, alone.points());
    alone = undefined;
    const end = lowerBound(pending.at, block.first);
    if (end > 0) {
      yield { points: slicePoints(pending, 0, end) };
      pending = slicePoints(pending, end, pending.at.length);
    }
    if ((pending.at[0] ?? Number.POSITIVE_INFINITY) > block.last) alone = block;
    else pending = interleave(pending, block.points());
  }
  if (alone) yield { block: alone };
  if (pending.at.length > 0) yield { points: pending };
}

/** The first index in ascending timestamps that is not before `timestamp`. Milliseconds since 1970. */
export function lowerBound(at: Float64Array, timestamp: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) >= timestamp) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The points from index `start` to before `end`, sharing memory. */
export function slicePoints({ at, value }: Points, start: number, end: number): Points {
  return { at: at.subarray(start, end), value: value.subarray(start, end) };
}

/** The points in [from, to), sharing memory. */
export function within(points: Points, from: number, to: number): Points {
  return slicePoints(points, lowerBound(points.at, from), lowerBound(points.at, to));
}

/** Both in order of time; of equal timestamps `a` comes first. */
export function interleave(a: Points, b: Points): Points {
  if (a.at.length === 0) return b;
  const length = a.at.length + b.at.length;
  const both = { at: new Float64Array(length), value: new Float64Array(length) };
  // The usual case, without a comparison for each point.
  if ((a.at.at(-1) ?? 0) <= (b.at[0] ?? 0)) {
    for (const name of ['at', 'value'] as const) {
      both[name].set(a[name]);
      both[name].set(b[name], a.at.length);
    }
    return both;
  }
  let fromA = 0;
  let fromB = 0;
  for (let index = 0; index < length; index += 1) {
    const takesA = fromB >= b.at.length || (fromA < a.at.length && (a.at[fromA] ?? 0) <= (b.at[fromB] ?? 0));
    const source = takesA ? a : b;
    const place = takesA ? fromA++ : fromB++;
    both.at[index] = source.at[place] ?? 0;
    both.value[index] = source.value[place] ?? 0;
  }
  return both;
}
