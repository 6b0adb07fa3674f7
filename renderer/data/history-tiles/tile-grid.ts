/** Divides time into tiles, as maps do: for each bucket width, ranges of a fixed number of buckets since 1970. */
import { BUCKET_WIDTHS_MS } from '../../../service/contract/history-widths.ts';

export const TILE_BUCKETS = 512;

/** Narrower buckets would be shorter than the gap between two readings. */
const NARROWEST_MS = 10;

/** Bucket widths in milliseconds, in order. A level is an index. */
export const TILE_WIDTHS_MS = BUCKET_WIDTHS_MS.filter((width) => width >= NARROWEST_MS);

/** The narrowest tiles hold the readings themselves: this many fit. */
const NARROWEST_POINTS = 10 * TILE_BUCKETS;

/** At this many readings per bucket or fewer, a tile is exact. */
const SURE = 2;

/** In milliseconds. */
export function levelWidth(level: number): number {
  return TILE_WIDTHS_MS[level] ?? NARROWEST_MS;
}

/** In milliseconds. */
export function tileSpan(level: number): number {
  return levelWidth(level) * TILE_BUCKETS;
}

export function tileIndex(level: number, time: number): number {
  return Math.floor(time / tileSpan(level));
}

/** Number of points to request. */
export function tilePoints(level: number): number {
  return level === 0 ? NARROWEST_POINTS : TILE_BUCKETS;
}

/** The widest level with buckets up to this width; else the narrowest. */
export function levelWithin(width: number): number {
  const wider = TILE_WIDTHS_MS.findIndex((candidate) => candidate > width);
  return Math.max(0, (wider < 0 ? TILE_WIDTHS_MS.length : wider) - 1);
}

/** The level whose tiles hold every reading at this interval. */
export function exactLevel(interval: number): number {
  return levelWithin(interval / SURE);
}
