import type { BucketColumns, HistoryColumns, ReadingColumns } from '../../../service/contract/history-binary.ts';
import { ALWAYS_JOINED_MS, JOINED_INTERVALS } from '../samples/index.ts';

/** Bits of a point of the past: how the line is broken around it. They are those of `HistoryBuckets`. */
export const GAP_FLAGS = { before: 1, within: 2, after: 4 } as const;

/** Readings or buckets, oldest first, as the charts draw them. */
export interface TilePart {
  /** 0: readings; else the width of the buckets in milliseconds. */
  readonly width: number;
  /** Of a bucket: its beginning. Milliseconds since 1970. */
  readonly at: Float64Array;
  /** NaN: no valid reading. Of readings, the three are one array. */
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** `BROKEN`. */
  readonly broken: Uint8Array;
  /** The line is broken in a part without any point. */
  readonly isBreak: boolean;
}

/** What is kept of one channel in one tile. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly parts: readonly TilePart[];
  /** Readings up to this moment are in it for certain; milliseconds since 1970. */
  readonly until: number;
  /** When it was asked for, on the clock of the cache's owner. */
  readonly askedAt: number;
  /** The usual time between its readings in milliseconds; infinite where that cannot be told. */
  readonly interval: number;
  /** Points further apart than this are not joined, in milliseconds; infinite where that cannot be told. */
  readonly joinedWithin: number;
  /** Nothing but readings: a narrower tile would say no more. */
  readonly isExact: boolean;
  readonly bytes: number;
}

/** Bytes of a tile without any point. */
const EMPTY_BYTES = 256;

type Column = Float64Array;

function readingsPart({ at, magnitude, broken: marks }: ReadingColumns): TilePart {
  const broken = new Uint8Array(at.length);
  let isBreak = false;
  for (const mark of marks) {
    if (mark < at.length) broken[mark] = (broken[mark] ?? 0) | GAP_FLAGS.before;
    else if (at.length > 0) broken[at.length - 1] = (broken[at.length - 1] ?? 0) | GAP_FLAGS.after;
    else isBreak = true;
  }
  // The columns are views of the whole answer, which would stay in memory with the smallest of them.
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

/** The middle one of the times between readings. */
function usualInterval(at: Column): number {
  if (at.length < 2) return Number.NaN;
  return (
    at
      .subarray(1)
      .map((time, index) => time - (at[index] ?? 0))
      .toSorted()[(at.length - 1) >> 1] ?? Number.NaN
  );
}

/** Makes a tile of what the service answered about one channel. */
export function tileOf(
  place: { level: number; index: number; askedAt: number; until: number },
  answered: HistoryColumns['channels'][number]['parts'],
): Tile {
  const parts = answered.map((part) => (part.kind === 'readings' ? readingsPart(part) : bucketsPart(part)));
  const readings = parts.filter(({ width }) => width === 0);
  const intervals = readings.map(({ at }) => usualInterval(at)).filter((ms) => ms > 0);
  const interval = Math.min(...intervals, Number.POSITIVE_INFINITY);
  // Buckets are there only where readings come more often than these.
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
