import type { BucketColumns, HistoryColumns, ReadingColumns } from '../../../service/contract/history-binary.ts';
import { BUCKET_WIDTHS_MS } from '../../../service/contract/history-widths.ts';
import { ALWAYS_JOINED_MS, JOINED_INTERVALS } from '../samples/limits.ts';

/** Time is divided into tiles, as in maps: for each bucket width, ranges of this many buckets since 1970. */
const TILE_BUCKETS = 512;

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

/** Flags as in `HistoryBuckets`: where the line is broken. */
export const GAP_FLAGS = { before: 1, within: 2, after: 4 } as const;

/** Readings or buckets, oldest first. */
export interface TilePart {
  /** 0 for readings; else the bucket width in milliseconds. */
  readonly width: number;
  /** Start of a bucket. Milliseconds since 1970. */
  readonly at: Float64Array;
  /** NaN for a sensor error. For readings, the three are one array. */
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly broken: Uint8Array;
  /** A break without any point. */
  readonly isBreak: boolean;
}

/** One channel in one tile. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly parts: readonly TilePart[];
  /** Complete up to this time; milliseconds since 1970. */
  readonly until: number;
  /** Time of the request, on the owner's clock. */
  readonly requestedAt: number;
  /** Usual interval in milliseconds; infinite if unknown. */
  readonly interval: number;
  /** Points further apart are not joined, in milliseconds; infinite if unknown. */
  readonly joinedWithin: number;
  /** Contains only readings: a narrower tile would not add anything. */
  readonly isExact: boolean;
  readonly bytes: number;
}

const EMPTY_BYTES = 256;

function readingsPart({ at, magnitude, broken: marks }: ReadingColumns): TilePart {
  const broken = new Uint8Array(at.length);
  let isBreak = false;
  for (const mark of marks) {
    if (mark < at.length) broken[mark] = (broken[mark] ?? 0) | GAP_FLAGS.before;
    else if (at.length > 0) broken[at.length - 1] = (broken[at.length - 1] ?? 0) | GAP_FLAGS.after;
    else isBreak = true;
  }
  // A view would keep the whole response in memory.
  const values = magnitude.slice();
  return { width: 0, at: at.slice(), mean: values, min: values, max: values, broken, isBreak };
}

function bucketsPart({ width_ms, at, min, max, mean, broken }: BucketColumns): TilePart {
  return {
    width: width_ms,
    at: at.slice(),
    mean: mean.slice(),
    min: min.slice(),
    max: max.slice(),
    broken: Uint8Array.from(broken),
    isBreak: false,
  };
}

function bytesOf({ width, at, broken }: TilePart): number {
  const columns = width === 0 ? 2 : 4;
  return columns * at.byteLength + broken.byteLength;
}

/** The median. */
function usualInterval(at: Float64Array): number {
  if (at.length < 2) return Number.NaN;
  return (
    at
      .subarray(1)
      .map((time, index) => time - (at[index] ?? 0))
      .toSorted()[(at.length - 1) >> 1] ?? Number.NaN
  );
}

export function tileOf(
  place: { level: number; index: number; requestedAt: number; until: number },
  answered: HistoryColumns['channels'][number]['parts'],
): Tile {
  const parts = answered.map((part) => (part.kind === 'readings' ? readingsPart(part) : bucketsPart(part)));
  const readings = parts.filter(({ width }) => width === 0);
  const intervals = readings.map(({ at }) => usualInterval(at)).filter((ms) => ms > 0);
  const interval = Math.min(...intervals, Number.POSITIVE_INFINITY);
  // Buckets exist only if readings are closer together than this.
  const longest = Math.max(interval === Number.POSITIVE_INFINITY ? 0 : interval, ...parts.map(({ width }) => width));
  return {
    ...place,
    parts,
    interval,
    joinedWithin: longest > 0 ? Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * longest) : Number.POSITIVE_INFINITY,
    isExact: readings.length === parts.length,
    bytes: parts.reduce((sum, part) => sum + bytesOf(part), EMPTY_BYTES),
  };
}
