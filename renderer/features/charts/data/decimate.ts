import { ColumnFold } from '../../../data/samples/column-fold.ts';
import { type SampleRing } from '../../../data/samples/sample-ring.ts';
import { type PointRun, runsBetween } from '../../../data/samples/window.ts';
import type { View } from '../view/view.ts';
import type { PointBuffer } from './point-buffer.ts';

/** Reduces the points to two for each column at most, in `out`. @param columnMs width of a column, above 0 */
function decimate(runs: readonly PointRun[], columnMs: number, out: PointBuffer): void {
  out.clear();
  const fold = new ColumnFold(columnMs, out);
  for (const { ring, start, end } of runs) {
    for (let index = start; index < end; index += 1) fold.add(ring.time(index), ring.value(index));
  }
  fold.flush();
}

/**
 * Writes the points of a view into `out`.
 * @param width in screen pixels
 */
export function pointsFor(series: SampleRing | undefined, view: View, width: number, out: PointBuffer): void {
  if (!series) {
    out.clear();
    return;
  }
  const columnMs = (view.to - view.from) / Math.max(1, width);
  // Whole columns: a cut column would change its extremes while it slides out.
  const from = (Math.floor(view.from / columnMs) - 1) * columnMs;
  const to = Math.ceil(view.to / columnMs) * columnMs;
  decimate(runsBetween(series, from, to, columnMs), columnMs, out);
}

/** Minimum and maximum of a line; infinities without one. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
  /** Whether a value was left out because of the floor. */
  readonly isCut: boolean;
}

/** Minimum and maximum of the line in a view. @param floor values at or below it are left out */
export function extremes(points: PointBuffer, view: View, floor = Number.NEGATIVE_INFINITY): Extremes {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isCut = false;
  for (let index = 0; index < points.length; index += 1) {
    const time = points.time(index);
    if (time < view.from || time > view.to) continue;
    const low = points.low(index);
    const high = points.high(index);
    if (low <= floor) isCut = true;
    // A band that crosses the floor begins at its mean, if that can be drawn.
    const least = low > floor ? low : points.value(index);
    if (least > floor && least < min) min = least;
    if (high > floor && high > max) max = high;
  }
  if (min <= max || isCut) return { min, max, isCut };
  const crossed = crossing(points, view);
  return crossed.min > floor ? { ...crossed, isCut } : { min, max, isCut: crossed.min <= floor };
}

/** The same for a line that crosses the view without a point in it. */
function crossing(points: PointBuffer, { from, to }: View): { min: number; max: number } {
  const after = points.indexFrom(from);
  const first = points.value(after - 1);
  const end = after < points.length ? points.value(after) : Number.NaN;
  if (Number.isNaN(first) || Number.isNaN(end)) return { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const start = points.time(after - 1);
  const slope = (end - first) / (points.time(after) - start);
  const [left, right] = [first + slope * (from - start), first + slope * (to - start)];
  return { min: Math.min(left, right), max: Math.max(left, right) };
}
