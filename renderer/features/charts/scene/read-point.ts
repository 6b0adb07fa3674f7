import { pointAt } from '../../../data/samples/window.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import type { PointBuffer } from '../data/point-buffer.ts';
import { bucketLabel, readingLabel } from './time-labels.ts';

/** Reach of the pointer, in CSS pixels. */
const REACH = 4;

/** A reading, or mean, minimum and maximum of a bucket of readings. */
export interface ReadPoint {
  /** In milliseconds since 1970; the middle of a bucket. */
  readonly time: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Length of the bucket in milliseconds; 0 for a reading. */
  readonly width: number;
}

type ReadSource = Pick<ChannelSource, 'ring' | 'isStored'>;

/**
 * The end of the line nearest to a time, else a point within the pointer's reach; undefined in a gap.
 * @param points as drawn
 */
export function pointOf(
  points: PointBuffer,
  source: ReadSource,
  time: number,
  msPerPixel: number,
): ReadPoint | undefined {
  const { ring } = source;
  const reach = Math.max(REACH * msPerPixel, ring?.interval ?? 0);
  if (!source.isStored) {
    const point = ring && pointAt(ring, time, reach);
    return point && { ...point, low: point.value, high: point.value, width: 0 };
  }
  const index = points.nearest(time, reach);
  if (index < 0) return undefined;
  const [low, high] = [points.low(index), points.high(index)];
  return { time: points.time(index), value: points.value(index), low, high, width: points.width(index) };
}

/** Time of the next point after a time, or of the last one before it; undefined without one. */
export function nextTime(points: PointBuffer, source: ReadSource, time: number, direction: 1 | -1): number | undefined {
  const line = source.isStored ? points : source.ring?.raw;
  if (!line) return undefined;
  const start = line.indexFrom(time) - (direction === 1 ? 0 : 1);
  for (let index = start; index >= 0 && index < line.length; index += direction) {
    const at = line.time(index);
    const isBeyond = direction === 1 ? at > time : at < time;
    if (isBeyond && !Number.isNaN(line.value(index))) return at;
  }
  return undefined;
}

/** Label of the time of a reading, or of the range of a bucket. @param width of the bucket in milliseconds, or 0 */
export function pointLabel({ time, width }: Pick<ReadPoint, 'time' | 'width'>, msPerPixel: number): string {
  if (width === 0) return readingLabel(time, msPerPixel);
  return bucketLabel(time - width / 2, time + width / 2, msPerPixel);
}
