/** Blocks in order of time, also where they overlap. */
import type { Points, RawBlock } from '../types.ts';

const NONE: Points = { at: new Float64Array(0), value: new Float64Array(0) };

/** A block of which nothing else lies between its points, not unpacked yet; or points where blocks overlap. */
export type SortedBlock = { readonly block: RawBlock } | { readonly points: Points };

/**
 * Passes blocks on in order of time; of points with one moment, those of the earlier block come first. Holds no more
 * than what overlaps at a time.
 * @param blocks by their first moment
 */
export function* mergeSorted(blocks: Iterable<RawBlock>): Generator<SortedBlock> {
  // Points of earlier blocks that are newer than the beginning of the present one.
  let pending = NONE;
  // Lies alone, as far as the blocks up to it go; the next one's beginning tells.
  let alone: RawBlock | undefined;
  for (const block of blocks) {
    if (alone && alone.last <= block.first) yield { block: alone };
    else if (alone) pending = interleave(pending, alone.points());
    alone = undefined;
    const end = lowerBound(pending.at, block.first);
    if (end > 0) {
      yield { points: slice(pending, 0, end) };
      pending = slice(pending, end, pending.at.length);
    }
    if ((pending.at[0] ?? Number.POSITIVE_INFINITY) > block.last) alone = block;
    else pending = interleave(pending, block.points());
  }
  if (alone) yield { block: alone };
  if (pending.at.length > 0) yield { points: pending };
}

/** The first place in ascending moments that is not before a moment. Milliseconds since 1970. */
export function lowerBound(at: Float64Array, moment: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) >= moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

function slice({ at, value }: Points, start: number, end: number): Points {
  return { at: at.subarray(start, end), value: value.subarray(start, end) };
}

/** Both, in order of time; of one moment, `a` comes first. */
function interleave(a: Points, b: Points): Points {
  if (a.at.length === 0) return b;
  const length = a.at.length + b.at.length;
  const both = { at: new Float64Array(length), value: new Float64Array(length) };
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
