import type { PointRing } from './point-ring.ts';
import type { SampleRing, Tier } from './sample-ring.ts';

/** Adjacent points of one ring. */
export interface PointRun {
  readonly ring: PointRing;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Finer buckets look like the samples themselves. */
const BUCKETS_PER_PIXEL = 2;

/**
 * The points for a range, oldest first, from the coarsest tier that is fine enough for the pixels; other tiers fill in
 * where it does not reach.
 * One more point on each side lets the line cross the edge.
 * @param from milliseconds since 1970
 * @param msPerPixel 0 for the samples themselves, as far as they reach
 */
export function runsBetween(series: SampleRing, from: number, to: number, msPerPixel: number): PointRun[] {
  const runs: PointRun[] = [];
  let done = Number.NEGATIVE_INFINITY;
  for (let index = series.tiers.length - 1; index >= 0; index -= 1) {
    const { bucketMs, ring } = series.tiers[index] as Tier;
    if (ring.length === 0) continue;
    const isTooCoarse = bucketMs > 0 && bucketMs * BUCKETS_PER_PIXEL > msPerPixel;
    const end = isTooCoarse ? ring.indexFrom(nextFirstTime(series, index)) : ring.length;
    const start = ring.indexAfter(done);
    if (end <= start) continue;
    runs.push({ ring, start, end });
    done = ring.time(end - 1);
  }
  return clip(runs, from, to);
}

function nextFirstTime(series: SampleRing, index: number): number {
  for (let finer = index - 1; finer >= 0; finer -= 1) {
    const first = series.tiers[finer]?.ring.firstTime ?? Number.NaN;
    if (!Number.isNaN(first)) return first;
  }
  return Number.POSITIVE_INFINITY;
}

/** Points between two times, plus one on each side. */
function clip(runs: readonly PointRun[], from: number, to: number): PointRun[] {
  const clipped: PointRun[] = [];
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    const isBefore = next !== undefined && next.ring.time(next.start) <= from;
    const previous = runs[index - 1];
    const isAfter = previous !== undefined && previous.ring.time(previous.end - 1) >= to;
    if (isBefore || isAfter) continue;
    const start = Math.max(run.start, run.ring.indexAfter(from) - 1);
    const end = Math.min(run.end, run.ring.indexFrom(to) + 1);
    if (end > start) clipped.push({ ring: run.ring, start, end });
  }
  return clipped;
}

/** A sample, or an extreme of a bucket. */
interface Point {
  time: number;
  value: number;
}

/**
 * The nearest end of the line at a time, else the nearest point within the tolerance.
 * @param tolerance milliseconds
 * @returns undefined in a gap
 */
export function pointAt(series: SampleRing, time: number, tolerance: number): Point | undefined {
  const tier = series.tiers.find(({ ring }) => ring.firstTime <= time) ?? series.tiers[0];
  if (!tier) return undefined;
  const { ring } = tier;
  const after = ring.indexFrom(time);
  const next = { time: ring.time(after), value: ring.value(after) };
  const previous = { time: ring.time(after - 1), value: ring.value(after - 1) };
  const isJoined = !Number.isNaN(next.value) && !Number.isNaN(previous.value);
  let nearest: Point | undefined;
  let distance = isJoined ? Number.POSITIVE_INFINITY : tolerance;
  for (const point of [previous, next]) {
    const candidate = Math.abs(point.time - time);
    if (Number.isNaN(point.value) || candidate > distance) continue;
    nearest = point;
    distance = candidate;
  }
  return nearest;
}
