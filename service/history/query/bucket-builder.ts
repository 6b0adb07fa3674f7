import type { Aggregate, Buckets, Points } from '../types.ts';
import { addReading, aggregate, emptyAggregate, mergeInto } from './aggregate.ts';
import { blankBuckets, insertGap, putBuckets, readBucket, resized, sliced, writeBucket } from './bucket-columns.ts';
import { lowerBound } from './merge-sorted.ts';

const INITIAL_ROOM = 16;

/**
 * Sums readings up in buckets of one width. What is added to a bucket counts as newer than what is in it: a reading
 * that came late goes into the right bucket, and there it is the newest. Counts, extremes and means are exact all the
 * same; only where the line is broken goes by the order of coming.
 */
export class BucketBuilder {
  readonly #width: number;
  readonly #taken = emptyAggregate();
  /** In order of time; of the open bucket only the beginning. */
  #columns: Buckets;
  #length = 0;
  /** The bucket used last, and its place: the next reading nearly always belongs to it, too. */
  readonly #open = emptyAggregate();
  #place = -1;

  /**
   * @param width in milliseconds; Infinity: everything in one bucket that begins at 0
   * @param room for how many buckets at first; it grows where there are more
   */
  constructor(width: number, room = INITIAL_ROOM) {
    this.#width = width;
    this.#columns = blankBuckets(Math.max(1, room));
  }

  /** How many buckets there are. */
  get size(): number {
    return this.#length;
  }

  /** When the bucket of a moment begins. Milliseconds since 1970. */
  startOf(at: number): number {
    return this.#width === Number.POSITIVE_INFINITY ? 0 : Math.floor(at / this.#width) * this.#width;
  }

  /** Adds one point. @param value as in `Points` */
  add(at: number, value: number): void {
    addReading(this.#bucket(this.startOf(at)), value);
  }

  /** Adds points that are in order of time, from place `start` to before place `end`. */
  addPoints(points: Points, start = 0, end = points.at.length): void {
    let index = start;
    while (index < end) {
      const bucket = this.startOf(points.at[index] ?? 0);
      const next = bucket + this.#width;
      let last = index + 1;
      while (last < end && (points.at[last] ?? 0) < next) last += 1;
      this.#addSummary(bucket, aggregate(points, index, last));
      index = last;
    }
  }

  /** Adds a summary of what lies wholly in the bucket of a moment. */
  addSummary(at: number, summary: Aggregate): void {
    this.#addSummary(this.startOf(at), summary);
  }

  /** Adds buckets whose width this one's is a whole multiple of. */
  addBuckets(buckets: Buckets): void {
    if (this.#follows(buckets)) {
      this.#append(buckets);
      return;
    }
    for (let index = 0; index < buckets.at.length; index += 1) {
      readBucket(buckets, index, this.#taken);
      this.#addSummary(this.startOf(buckets.at[index] ?? 0), this.#taken);
    }
  }

  /** The buckets, oldest first. They hold until something is added. */
  build(): Buckets {
    this.#shut();
    return sliced(this.#columns, this.#length);
  }

  /** Whether buckets are of this width, and newer than all there are. */
  #follows({ at }: Buckets): boolean {
    const newest = this.#columns.at[this.#length - 1] ?? Number.NEGATIVE_INFINITY;
    return (at[0] ?? newest) > newest && at.every((moment) => this.startOf(moment) === moment);
  }

  #append(buckets: Buckets): void {
    this.#shut();
    const length = this.#length + buckets.at.length;
    const room = this.#columns.at.length;
    if (length > room) this.#columns = resized(this.#columns, this.#length, Math.max(length, 2 * room));
    putBuckets(this.#columns, this.#length, buckets);
    this.#length = length;
  }

  #addSummary(bucket: number, summary: Aggregate): void {
    mergeInto(this.#bucket(bucket), summary);
  }

  /** The summary of the bucket that begins at a moment, until the next is asked for. */
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
