import { HISTORY_LEVEL_MS } from '../../contract/index.ts';
import type { ChannelReader, Resolution, TimeSpan } from '../types.ts';
import type { BucketBuilder } from './bucket-builder.ts';
import { mergeSorted, within } from './merge-sorted.ts';

/** A range [from, to) in which the same resolutions are complete. Milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** The finest complete resolution. */
  readonly finest: Resolution;
  /** Complete aggregates, coarser first. */
  readonly levels: readonly ('hour' | 'minute')[];
}

/** Bucket width of a resolution in milliseconds; 0 for raw readings. */
export function levelWidth(level: Resolution): number {
  return level === 'raw' ? 0 : HISTORY_LEVEL_MS[level];
}

/** The first of ascending ranges without overlap that ends after a timestamp. */
export function spanEndingAfter(spans: readonly TimeSpan[], at: number): TimeSpan | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.to ?? at) > at) high = middle;
    else low = middle + 1;
  }
  return spans[low];
}

/** Whether a resolution is complete at a timestamp. */
export function isComplete(reader: ChannelReader, level: 'raw' | 'minute', at: number): boolean {
  return at >= reader.completeFrom(level) || isHeld(reader, level, at);
}

/** Whether a run keeps a resolution at a timestamp. */
export function isHeld(reader: ChannelReader, level: 'raw' | 'minute', at: number): boolean {
  return (spanEndingAfter(reader.held(level), at)?.from ?? Number.POSITIVE_INFINITY) <= at;
}

/** The first timestamp from `at` on at which a resolution is complete. */
export function firstComplete(reader: ChannelReader, level: 'raw' | 'minute', at: number): number {
  if (isComplete(reader, level, at)) return at;
  const later = spanEndingAfter(reader.held(level), at)?.from ?? Number.POSITIVE_INFINITY;
  return Math.min(later, reader.completeFrom(level));
}

/**
 * Splits [from, to) where the finest resolution changes. Hours are never deleted before anything finer, so they
 * always count as complete. Where readings were deleted, the ends are rounded outwards to the finest resolution
 * left.
 */
export function splitByResolution(reader: ChannelReader, from: number, to: number): TimeRange[] {
  const held = [...reader.held('raw'), ...reader.held('minute')].flatMap((span) => [span.from, span.to]);
  const borders = [reader.completeFrom('raw'), reader.completeFrom('minute'), ...held];
  const inner = new Set(borders.filter((border) => border > from && border < to));
  const ranges: TimeRange[] = [];
  for (const start of [from, ...[...inner].toSorted((a, b) => a - b)]) {
    const last = ranges.at(-1);
    const hasMinutes = isComplete(reader, 'minute', start);
    const finest = isComplete(reader, 'raw', start) ? 'raw' : hasMinutes ? 'minute' : 'hour';
    if (last?.finest === finest && last.levels.length === (hasMinutes ? 2 : 1)) continue;
    const levels = hasMinutes ? (['hour', 'minute'] as const) : (['hour'] as const);
    ranges.push({ from: start, to, finest, levels });
  }
  return ranges.map(({ from: start, finest, levels }, index) => {
    const end = ranges[index + 1]?.from ?? to;
    if (finest === 'raw') return { from: start, to: end, finest, levels };
    const width = HISTORY_LEVEL_MS[finest];
    return { from: Math.floor(start / width) * width, to: Math.ceil(end / width) * width, finest, levels };
  });
}

/** Joins neighboring ranges with raw readings, which may differ in their complete aggregates. */
export function joinRaw(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.finest === 'raw' && range.finest === 'raw') joined.splice(-1, 1, { ...last, to: range.to });
    else joined.push(range);
  }
  return joined;
}

/**
 * Adds a range to buckets, from the coarsest aggregates that fit and finer ones at the ends.
 * @param width of the buckets, in milliseconds; where readings were deleted, a multiple of the finest resolution's
 */
export function addRange(builder: BucketBuilder, width: number, reader: ChannelReader, range: TimeRange): void {
  const levels = range.levels.filter((level) => width === Number.POSITIVE_INFINITY || width % levelWidth(level) === 0);
  add(builder, reader, range.from, range.to, levels, range.finest === 'raw');
}

function add(
  builder: BucketBuilder,
  reader: ChannelReader,
  from: number,
  to: number,
  levels: readonly ('hour' | 'minute')[],
  hasReadings: boolean,
): void {
  if (from >= to) return;
  const [level, ...finer] = levels;
  if (!level) {
    if (hasReadings) addReadings(builder, reader, from, to);
    return;
  }
  const width = HISTORY_LEVEL_MS[level];
  const start = Math.ceil(from / width) * width;
  const end = Math.floor(to / width) * width;
  if (start >= end) {
    add(builder, reader, from, to, finer, hasReadings);
    return;
  }
  add(builder, reader, from, start, finer, hasReadings);
  builder.addBuckets(reader.buckets(level, start, end));
  add(builder, reader, end, to, finer, hasReadings);
}

/** Adds the readings of [from, to). A block within one bucket is added by its aggregate, without unpacking. */
function addReadings(builder: BucketBuilder, reader: ChannelReader, from: number, to: number): void {
  for (const piece of mergeSorted(reader.blocks(from, to))) {
    if ('block' in piece) {
      const { first, last, summary } = piece.block;
      if (first >= from && last < to && builder.startOf(first) === builder.startOf(last)) {
        builder.addSummary(first, summary);
        continue;
      }
    }
    builder.addPoints(within('block' in piece ? piece.block.points() : piece.points, from, to));
  }
}
