import type { Aggregate, Buckets, Points } from '../types.ts';
import { addReading, aggregate, emptyAggregate, mergeInto } from './aggregate.ts';
import { blankBuckets, insertGap, putBuckets, readBucket, resized, sliced, writeBucket } from './bucket-columns.ts';
import { lowerBound } from './merge-sorted.ts';

const INITIAL_CAPACITY = 16;

/**
 * Aggregates readings in buckets of one width. An added reading counts as the newest of its bucket, even if it is
 * late: counts, extremes and means stay exact; only the gap flags depend on the order of arrival.
 */
export class BucketBuilder {
  readonly #width: number;
  readonly #taken = emptyAggregate();
  /** In order of time; the open bucket has only its start. */
  #columns: Buckets;
  #length = 0;
  /** The last used bucket, which nearly always takes the next reading too. */
  readonly #open = emptyAggregate();
  #place = -1;

  /**
   * @param width in milliseconds; Infinity: one bucket that starts at 0
   * @param capacity initial capacity in buckets; grows
   */
  constructor(width: number, capacity = INITIAL_CAPACITY) {
    this.#width = width;
    this.#columns = blankBuckets(Math.max(1, capacity));
  }

  get size(): number {
    return this.#length;
  }

  /** Start of the bucket that holds a timestamp, in milliseconds since 1970. */
  startOf(at: number): number {
    return this.#width === Number.POSITIVE_INFINITY ? 0 : Math.floor(at / this.#width) * this.#width;
  }

  /** @param value as in `Points` */
  add(at: number, value: number): void {
    addReading(this.#bucket(this.startOf(at)), value);
  }

  /** @param points in order of time */
  addPoints(points: Points): void {
    const { length } = points.at;
    let index = 0;
    while (index < length) {
      const bucket = this.startOf(points.at[index] ?? 0);
      const next = bucket + this.#width;
      let last = index + 1;
      while (last < length && (points.at[last] ?? 0) < next) last += 1;
      mergeInto(this.#bucket(bucket), aggregate(points, index, last));
      index = last;
    }
  }

  /** Adds an aggregate that lies within the bucket of `at`. */
  addSummary(at: number, summary: Aggregate): void {
    mergeInto(this.#bucket(this.startOf(at)), summary);
  }

  /** Adds buckets; this width must be a whole multiple of theirs. */
  addBuckets(buckets: Buckets): void {
    if (this.#follows(buckets)) {
      this.#append(buckets);
      return;
    }
    for (let index = 0; index < buckets.at.length; index += 1) {
      readBucket(buckets, index, this.#taken);
      this.addSummary(buckets.at[index] ?? 0, this.#taken);
    }
  }

  /** The buckets, oldest first. Valid until the next change. */
  build(): Buckets {
    this.#shut();
    return sliced(this.#columns, this.#length);
  }

  /** Whether the buckets have this width and are newer than all present ones. */
  #follows({ at }: Buckets): boolean {
    const newest = this.#columns.at[this.#length - 1] ?? Number.NEGATIVE_INFINITY;
    return (at[0] ?? newest) > newest && at.every((timestamp) => this.startOf(timestamp) === timestamp);
  }

  #append(buckets: Buckets): void {
    this.#shut();
    const length = this.#length + buckets.at.length;
    const capacity = this.#columns.at.length;
    if (length > capacity) this.#columns = resized(this.#columns, this.#length, Math.max(length, 2 * capacity));
    putBuckets(this.#columns, this.#length, buckets);
    this.#length = length;
  }

  /** Valid until the next call. */
  #bucket(at: number): Aggregate {
    if (this.#place >= 0 && this.#columns.at[this.#place] === at) return this.#open;
    this.#shut();
    const newest = this.#columns.at[this.#length - 1] ?? Number.NEGATIVE_INFINITY;
    this.#place = at > newest ? this.#length : lowerBound(this.#columns.at.subarray(0, this.#length), at);
    if (this.#place < this.#length && this.#columns.at[this.#place] === at) {
      readBucket(this.#columns, this.#place, this.#open);
    } else {
      this.#insert(at);
      Object.assign(this.#open, NOTHING);
    }
    return this.#open;
  }

  #shut(): void {
    if (this.#place >= 0) writeBucket(this.#columns, this.#place, this.#columns.at[this.#place] ?? 0, this.#open);
  }

  #insert(at: number): void {
    if (this.#length === this.#columns.at.length) {
      this.#columns = resized(this.#columns, this.#length, 2 * this.#length);
    }
    insertGap(this.#columns, this.#place, this.#length);
    this.#columns.at[this.#place] = at;
    this.#length += 1;
  }
}

const NOTHING: Readonly<Aggregate> = emptyAggregate();
