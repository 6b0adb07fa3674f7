/** Adds and removes readings of the past in the blocks of one channel, hour by hour; within a transaction. */
import { HISTORY_LEVEL_MS } from '../../contract/index.ts';
import { BucketBuilder } from '../query/bucket-builder.ts';
import { decodeBuckets } from '../query/codec/buckets.ts';
import { readPoints } from '../query/slice.ts';
import { isComplete, isHeld } from '../query/time-ranges.ts';
import { type Buckets, GAP, type Points } from '../types.ts';
import { joinBefore, writeRawBlocks } from './block-writer.ts';
import { AGGREGATE_BLOCK_MS, type Blocks } from './blocks.ts';
import { type StoredChannelReader, selected } from './channel-reader.ts';

export const HOUR_MS = HISTORY_LEVEL_MS.hour;

/** Blocks of one hour: as many as fit in memory with their points. */
const ALL_BLOCKS = 1_000_000;

export interface HourWriterOptions {
  readonly blocks: Blocks;
  readonly channel: number;
  /** Without points that are not in blocks. */
  readonly reader: StoredChannelReader;
}

/** Hours are given by their start: milliseconds since 1970. */
export class HourWriter {
  readonly #options: HourWriterOptions;

  constructor(options: HourWriterOptions) {
    this.#options = options;
  }

  /** Whether the raw readings of an hour are stored. Otherwise only its aggregates are, if any. */
  isComplete(hour: number): boolean {
    return isComplete(this.#options.reader, 'raw', hour);
  }

  /** Whether a run keeps the raw readings of an hour. */
  isHeld(hour: number): boolean {
    return isHeld(this.#options.reader, 'raw', hour);
  }

  /** Timestamps of the stored readings in [from, to], without those of gaps. */
  timestamps(from: number, to: number): Set<number> {
    const found = new Set<number>();
    for (const { at, value } of readPoints(this.#options.reader, from, to + 1)) {
      at.forEach((timestamp, index) => {
        if (value[index] !== GAP && timestamp <= to) found.add(timestamp);
      });
    }
    return found;
  }

  /** Whether there is a reading in (after, to]. */
  hasReadingWithin(after: number, to: number): boolean {
    for (const { at, value } of readPoints(this.#options.reader, after, to + 1)) {
      if (at.some((timestamp, index) => timestamp > after && timestamp <= to && value[index] !== GAP)) return true;
    }
    return false;
  }

  /** Readings that the hour aggregate counts; undefined if there is none. */
  countOf(hour: number): number | undefined {
    const { at, count, failed } = this.#buckets('hour', hour);
    return at.length === 0 ? undefined : (count[0] ?? 0) + (failed[0] ?? 0);
  }

  /** Adds points of one hour whose raw readings are stored. */
  add(hour: number, points: Points): void {
    writeRawBlocks(this.#options.blocks, this.#options.channel, points);
    this.#rebuild(hour);
  }

  /** Adds points of one hour to its aggregates only: they are later than all that it has. */
  addToAggregates(hour: number, points: Points): void {
    for (const level of ['minute', 'hour'] as const) {
      if (level === 'minute' && !isComplete(this.#options.reader, 'minute', hour)) continue;
      const builder = new BucketBuilder(HISTORY_LEVEL_MS[level]);
      builder.addBuckets(this.#buckets(level, hour));
      builder.addPoints(points);
      this.#replace(level, hour, builder.build());
    }
  }

  /** Removes points of one hour whose raw readings are stored: the first of each timestamp. */
  remove(hour: number, points: Points): void {
    this.#removePoints(hour, points);
    this.#rebuild(hour);
  }

  /** Removes an hour of which only aggregates are left, and what retention has not deleted yet of its points. */
  removeAggregates(hour: number, points: Points): void {
    this.#removePoints(hour, points);
    for (const level of ['minute', 'hour'] as const) this.#replace(level, hour, new BucketBuilder(1).build());
  }

  #removePoints(hour: number, points: Points): void {
    const { blocks, channel } = this.#options;
    const [readings, gaps] = [new Set<number>(), new Set<number>()];
    points.at.forEach((at, index) => (points.value[index] === GAP ? gaps : readings).add(at));
    for (const { id } of blocks.heads(channel, hour, hour + HOUR_MS, undefined, ALL_BLOCKS)) {
      const { at, value } = blocks.points(id);
      const stays = Uint8Array.from(at, (timestamp, index) =>
        (value[index] === GAP ? gaps : readings).delete(timestamp) ? 0 : 1,
      );
      const isLeft = (_: number, index: number): boolean => stays[index] === 1;
      const left = { at: at.filter(isLeft), value: value.filter(isLeft) };
      if (left.at.length === 0) blocks.removePoints(id);
      else if (left.at.length < at.length) blocks.putPoints(channel, left, id);
    }
  }

  /** Computes the aggregates of an hour from its raw readings. */
  #rebuild(hour: number): void {
    const minutes = new BucketBuilder(HISTORY_LEVEL_MS.minute);
    for (const points of readPoints(this.#options.reader, hour, hour + HOUR_MS)) minutes.addPoints(points);
    const built = minutes.build();
    const hours = new BucketBuilder(HOUR_MS);
    hours.addBuckets(built);
    this.#replace('minute', hour, built);
    this.#replace('hour', hour, hours.build());
  }

  /** The stored buckets of an hour. */
  #buckets(level: 'minute' | 'hour', hour: number): Buckets {
    const builder = new BucketBuilder(HISTORY_LEVEL_MS[level]);
    for (const { data } of this.#options.blocks.aggregates(this.#options.channel, level, hour, hour + HOUR_MS)) {
      builder.addBuckets(selected(decodeBuckets(data), hour, hour + HOUR_MS));
    }
    return builder.build();
  }

  #replace(level: 'minute' | 'hour', hour: number, buckets: Buckets): void {
    const { blocks, channel } = this.#options;
    const { id, start } = blocks.sumAt(channel, level, hour);
    const row =
      id === null ? undefined : blocks.aggregates(channel, level, start, start + 1).find((one) => one.id === id);
    const builder = new BucketBuilder(HISTORY_LEVEL_MS[level]);
    const former = row && decodeBuckets(row.data);
    const { joined } = AGGREGATE_BLOCK_MS[level];
    if (former) builder.addBuckets(selected(former, start, hour));
    builder.addBuckets(buckets);
    if (former) builder.addBuckets(selected(former, hour + HOUR_MS, start + joined));
    const built = builder.build();
    if (built.at.length > 0) {
      if (id === null) joinBefore(blocks, channel, level, start);
      blocks.putBuckets(channel, level, start, built, id);
    } else if (id !== null) blocks.removeAggregates(id);
  }
}
