import { HISTORY_LEVEL_MS } from '../../contract/index.ts';
import { BucketBuilder } from '../query/bucket-builder.ts';
import { decodeBuckets } from '../query/codec/buckets.ts';
import { interleave, lowerBound, slicePoints } from '../query/merge-sorted.ts';
import type { ChannelReader, Points } from '../types.ts';
import { AGGREGATE_BLOCK_MS, type BlockHead, type Blocks, RAW_BLOCK } from './blocks.ts';

/**
 * Rewrites the aggregate blocks that contain new points, within a transaction, before the points themselves.
 * @param reader has the points as recent ones
 */
export function writeAggregateBlocks(blocks: Blocks, channel: number, reader: ChannelReader, { at }: Points): void {
  // Hours first: they may be computed from minutes, which do not include the points yet.
  for (const level of ['hour', 'minute'] as const) {
    let done = Number.NEGATIVE_INFINITY;
    for (const timestamp of at) {
      if (timestamp < done) continue;
      const { id, start, end } = blocks.sumAt(channel, level, timestamp);
      if (id === null) joinBefore(blocks, channel, level, start);
      blocks.putBuckets(channel, level, start, reader.buckets(level, start, end), id);
      done = end;
    }
  }
}

/** Joins the small aggregate blocks before a new one that starts outside their joined range. */
export function joinBefore(blocks: Blocks, channel: number, level: 'minute' | 'hour', at: number): void {
  const { joined } = AGGREGATE_BLOCK_MS[level];
  const start = Math.floor((blocks.sumBefore(channel, level, at) ?? at) / joined) * joined;
  if (start + joined > at) return;
  const rows = blocks.aggregates(channel, level, start, start + joined);
  const [first, ...others] = rows;
  if (!first || others.length === 0) return;
  const builder = new BucketBuilder(HISTORY_LEVEL_MS[level]);
  for (const { id, data } of rows) {
    builder.addBuckets(decodeBuckets(data));
    if (id !== first.id) blocks.removeAggregates(id);
  }
  blocks.putBuckets(channel, level, start, builder.build(), first.id);
}

/**
 * Writes points into the raw blocks of their timestamps, so that blocks never overlap; within a transaction.
 * @param points in order of time
 */
export function writeRawBlocks(blocks: Blocks, channel: number, points: Points): void {
  let start = 0;
  while (start < points.at.length) {
    const at = points.at[start] ?? 0;
    const following = blocks.following(channel, at);
    const end = following === Number.POSITIVE_INFINITY ? points.at.length : lowerBound(points.at, following);
    writePart(blocks, channel, slicePoints(points, start, end), blocks.holding(channel, at));
    start = end;
  }
}

/** @param part belongs to `holding`, or lies between it and the next block */
function writePart(blocks: Blocks, channel: number, part: Points, holding: BlockHead | undefined): void {
  const at = part.at[0] ?? 0;
  const goesOn = holding && at >= holding.last;
  const isFull = holding && (holding.length >= RAW_BLOCK.points || at - holding.first > RAW_BLOCK.spanMs);
  if (!holding || (goesOn && isFull)) {
    for (const piece of cut(part, RAW_BLOCK.points)) blocks.putPoints(channel, piece, null);
    return;
  }
  const all = interleave(blocks.points(holding.id), part);
  const { length } = all.at;
  // More late readings may follow: leave room in both halves.
  const most = goesOn ? RAW_BLOCK.points : Math.ceil(length / Math.ceil(length / RAW_BLOCK.points));
  let id: number | null = holding.id;
  for (const piece of cut(all, most)) {
    blocks.putPoints(channel, piece, id);
    id = null;
  }
}

/** Pieces that each fit in a block. @param most points per piece */
function* cut(points: Points, most: number): Generator<Points> {
  let start = 0;
  while (start < points.at.length) {
    const reach = (points.at[start] ?? 0) + RAW_BLOCK.spanMs;
    let end = start + 1;
    while (end < points.at.length && end - start < most && (points.at[end] ?? 0) <= reach) end += 1;
    yield slicePoints(points, start, end);
    start = end;
  }
}
