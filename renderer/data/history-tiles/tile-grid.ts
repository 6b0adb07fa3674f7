/** Divides time into tiles, as maps do: for each bucket width, ranges of a fixed number of buckets since 1970. */
import { BUCKET_WIDTHS_MS } from '../../../service/contract/history-widths.ts';

/** Buckets in a tile. */
export const TILE_BUCKETS = 512;

/** Narrower buckets would make tiles that are shorter than the line between two readings. In milliseconds. */
const NARROWEST_MS = 10;

/** The widths of buckets that there are tiles for, in milliseconds, in order. A level is an index into it. */
export const TILE_WIDTHS_MS = BUCKET_WIDTHS_MS.filter((width) => width >= NARROWEST_MS);

/** In the narrowest tiles readings stand as they are, whatever instrument measured them: this many fit. */
const NARROWEST_POINTS = 10 * TILE_BUCKETS;

/** Readings that come this many to a bucket or more sparsely are exact in a tile for certain. */
const SURE = 2;

/** Width of the buckets, in milliseconds. */
export function levelWidth(level: number): number {
  return TILE_WIDTHS_MS[level] ?? NARROWEST_MS;
}

/** Length of a tile, in milliseconds. */
export function tileSpan(level: number): number {
  return levelWidth(level) * TILE_BUCKETS;
}

/** Which tile a moment lies in. */
export function tileIndex(level: number, time: number): number {
  return Math.floor(time / tileSpan(level));
}

/** How many points to ask for: as many buckets as the tile has, or readings where there are no more. */
export function tilePoints(level: number): number {
  return level === 0 ? NARROWEST_POINTS : TILE_BUCKETS;
}

/** The widest buckets that are no wider than this, in milliseconds; else the narrowest. */
export function levelWithin(width: number): number {
  const wider = TILE_WIDTHS_MS.findIndex((candidate) => candidate > width);
  return Math.max(0, (wider < 0 ? TILE_WIDTHS_MS.length : wider) - 1);
}

/** The level whose tiles hold every reading of a channel that measures at this interval, in milliseconds. */
export function exactLevel(interval: number): number {
  return levelWithin(interval / SURE);
}
