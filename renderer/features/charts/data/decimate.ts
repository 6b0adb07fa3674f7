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
  const end = points.indexAfter(view.to);
  for (let index = points.indexFrom(view.from); index < end; index += 1) {
    const low = points.low(index);
    const high = points.high(index);
    if (low <= floor) isCut = true;
    // A band that crosses the floor begins at its mean, if that can be drawn.
    const least = low > floor ? low : points.value(index);
    if (least > floor && least < min) min = least;
    if (high > floor && high > max) max = high;
  }
  // A steep line goes further at the edges than at its points in view.
  for (const edge of [view.from, view.to]) {
    const value = valueAt(points, edge);
    if (value <= floor) isCut = true;
    if (value > floor && value < min) min = value;
    if (value > floor && value > max) max = value;
  }
  return { min, max, isCut };
}

/** The value of the line between two points; NaN in a gap, and before and after the line. */
function valueAt(points: PointBuffer, at: number): number {
  const after = points.indexFrom(at);
  if (after === 0 || after >= points.length) return Number.NaN;
  const [start, first] = [points.time(after - 1), points.value(after - 1)];
  return first + ((points.value(after) - first) / (points.time(after) - start)) * (at - start);
}
