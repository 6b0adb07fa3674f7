import { constantSpan } from '../../../../service/contract/value-range.ts';
import type { PointBuffer } from '../../charts/data/point-buffer.ts';
import type { View } from '../../charts/view/view.ts';

/** Size of the drawing, in its own units. */
export const TREND_SIZE = { width: 100, height: 20 } as const;

function rounded(position: number): number {
  return Math.round(position * 10) / 10;
}

/**
 * The line as an SVG path, from edge to edge of its values and from its first reading to now; empty without one. Gaps
 * stay gaps.
 * @param unit the contract's: a nearly constant line is drawn as one, in the middle
 */
export function trendPath(points: PointBuffer, { from, to }: View, unit: string): string {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let first = to;
  for (let index = 0; index < points.length; index += 1) {
    const value = points.value(index);
    if (points.time(index) < from || Number.isNaN(value)) continue;
    first = Math.min(first, points.time(index));
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) return '';
  const span = Math.max(max - min, constantSpan(unit, max));
  const low = (min + max - span) / 2;
  const path: string[] = [];
  let isJoined = false;
  for (let index = 0; index < points.length; index += 1) {
    const [time, value] = [points.time(index), points.value(index)];
    const isShown = time >= from && !Number.isNaN(value);
    if (isShown) {
      const x = ((time - first) / Math.max(1, to - first)) * TREND_SIZE.width;
      const y = (1 - (value - low) / span) * TREND_SIZE.height;
      path.push(`${isJoined ? 'L' : 'M'}${rounded(x)} ${rounded(y)}`);
    }
    isJoined = isShown;
  }
  return path.join('');
}
