/** One channel's stored data: the blocks, and the points not in blocks yet. */
import { HISTORY_LEVEL_MS } from '../../contract/index.ts';
import { aggregate } from '../query/aggregate.ts';
import { BucketBuilder } from '../query/bucket-builder.ts';
import { bucketsOf } from '../query/bucket-columns.ts';
import { decodeBuckets } from '../query/codec/buckets.ts';
import { slicePoints, within } from '../query/merge-sorted.ts';
import { readPoints } from '../query/slice.ts';
import { isComplete } from '../query/time-ranges.ts';
import type { Buckets, ChannelReader, Points, RawBlock, Resolution, TimeSpan } from '../types.ts';
import { type BlockHead, type Blocks, RAW_BLOCK } from './blocks.ts';
import type { CoverageStart } from './resolution-coverage.ts';

/** Block heads read at once. */
const HEADS = 256;

export interface ReadableChannel {
  readonly id: number;
  /** The newest timestamp in its blocks; -Infinity if there are none. */
  readonly written: number;
  /** Points not in blocks yet, in order of time. */
  readonly recent: Points;
}

/** As in `ChannelReader`. */
export interface Completeness {
  readonly starts: CoverageStart;
  held(level: 'raw' | 'minute'): readonly TimeSpan[];
}

/** A snapshot: valid until the next commit. */
export class StoredChannelReader implements ChannelReader {
  readonly #channel: ReadableChannel;
  readonly #blocks: Blocks;
  readonly #complete: Completeness;

  constructor(channel: ReadableChannel, blocks: Blocks, complete: Completeness) {
    this.#channel = channel;
    this.#blocks = blocks;
    this.#complete = complete;
  }

  completeFrom(level: Resolution): number {
    return this.#complete.starts[level];
  }

  held(level: 'raw' | 'minute'): readonly TimeSpan[] {
    return this.#complete.held(level);
  }

  *blocks(from: number, to: number): Generator<RawBlock> {
    let recent = within(this.#channel.recent, from, to);
    for (const block of this.#storedBlocks(from, to)) {
      // Split where stored blocks start: of equal timestamps, stored points precede recent ones.
      yield* blocksOf(within(recent, from, block.first));
      recent = within(recent, block.first, to);
      yield block;
    }
    yield* blocksOf(recent);
  }

  buckets(level: 'minute' | 'hour', from: number, to: number): Buckets {
    const width = HISTORY_LEVEL_MS[level];
    const start = Math.ceil(from / width) * width;
    const end = Math.ceil(to / width) * width;
    if (!(start < end)) return new BucketBuilder(width).build();
    const recent = within(this.#channel.recent, start, end);
    const recomputed = this.#staleBuckets(recent, level);
    const rows = this.#blocks.aggregates(this.#channel.id, level, start, end);
    const builder = new BucketBuilder(
      width,
      rows.reduce((sum, { length }) => sum + length, 1),
    );
    for (const { data } of rows) {
      builder.addBuckets(selected(decodeBuckets(data), start, end, recomputed));
    }
    for (const at of recomputed) this.#recomputeBucket(builder, level, at);
    if (recomputed.size === 0) builder.addPoints(recent);
    else addPointsOutside(builder, recent, recomputed);
    return builder.build();
  }

  *#storedBlocks(from: number, to: number): Generator<RawBlock> {
    let after: BlockHead | undefined;
    do {
      const heads = this.#blocks.heads(this.#channel.id, from, to, after, HEADS);
      for (const head of heads) yield { ...head, points: () => this.#blocks.points(head.id) };
      after = heads.length < HEADS ? undefined : heads.at(-1);
    } while (after);
  }

  /**
   * Buckets with late readings that finer data still covers: they are recomputed, since an aggregate cannot take a
   * reading in its middle.
   */
  #staleBuckets({ at }: Points, level: 'minute' | 'hour'): Set<number> {
    const width = HISTORY_LEVEL_MS[level];
    const recomputed = new Set<number>();
    const finer = level === 'minute' ? 'raw' : 'minute';
    for (const timestamp of at) {
      if (timestamp >= this.#channel.written) break;
      const bucket = Math.floor(timestamp / width) * width;
      if (isComplete(this, finer, bucket)) recomputed.add(bucket);
    }
    return recomputed;
  }

  #recomputeBucket(builder: BucketBuilder, level: 'minute' | 'hour', at: number): void {
    const end = at + HISTORY_LEVEL_MS[level];
    if (level === 'hour') builder.addBuckets(this.buckets('minute', at, end));
    else for (const points of readPoints(this, at, end)) builder.addPoints(points);
  }
}

function* blocksOf(points: Points): Generator<RawBlock> {
  for (let start = 0; start < points.at.length; start += RAW_BLOCK.points) {
    yield toBlock(slicePoints(points, start, start + RAW_BLOCK.points));
  }
}

function toBlock(points: Points): RawBlock {
  const { length } = points.at;
  return {
    first: points.at[0] ?? 0,
    last: points.at[length - 1] ?? 0,
    length,
    get summary() {
      return aggregate(points, 0, length);
    },
    points: () => points,
  };
}

/** The buckets that start in [from, to), except `without`. */
export function selected(
  buckets: Buckets,
  from: number,
  to: number,
  without: ReadonlySet<number> = new Set(),
): Buckets {
  const isWhole = (buckets.at[0] ?? from) >= from && (buckets.at.at(-1) ?? from) < to && without.size === 0;
  if (isWhole) return buckets;
  const isSelected = (at: number): boolean => at >= from && at < to && !without.has(at);
  const places = Uint8Array.from(buckets.at, (at) => (isSelected(at) ? 1 : 0));
  const isPicked = (_: number, index: number): boolean => places[index] === 1;
  return bucketsOf((name) => buckets[name].filter(isPicked), buckets.broken.filter(isPicked));
}

function addPointsOutside(builder: BucketBuilder, { at, value }: Points, buckets: ReadonlySet<number>): void {
  at.forEach((timestamp, index) => {
    if (!buckets.has(builder.startOf(timestamp))) builder.add(timestamp, value[index] ?? Number.NaN);
  });
}

/** A channel without stored data. */
export const NOTHING: ChannelReader = {
  blocks: () => [],
  buckets: () => new BucketBuilder(1).build(),
  completeFrom: () => Number.NEGATIVE_INFINITY,
  held: () => [],
};
