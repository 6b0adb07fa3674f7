import type { Buckets, Points, Summary } from '../parts.ts';
import { blankBuckets, putBucket, takeBucket } from './bucket-columns.ts';
import { absorb, addReading, emptySummary, summaryOf } from './summary.ts';

/**
 * Sums readings up in buckets of one width. What is added to a bucket counts as newer than what is in it: a reading
 * that came late goes into the right bucket, and there it is the newest. Counts, extremes and means are exact all the
 * same; only where the line is broken goes by the order of coming.
 */
export class BucketBuilder {
  readonly #width: number;
  readonly #summaries = new Map<number, Summary>();
  readonly #taken = emptySummary();
  /** The bucket used last: the next reading nearly always belongs to it, too. */
  #at = Number.NaN;
  #summary = emptySummary();

  /** @param width in milliseconds; Infinity: everything in one bucket that begins at 0 */
  constructor(width: number) {
    this.#width = width;
  }

  /** How many buckets there are. */
  get size(): number {
    return this.#summaries.size;
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
      this.#addSummary(bucket, summaryOf(points, index, last));
      index = last;
    }
  }

  /** Adds a summary of what lies wholly in the bucket of a moment. */
  addSummary(at: number, summary: Summary): void {
    this.#addSummary(this.startOf(at), summary);
  }

  /** Adds buckets whose width this one's is a whole multiple of. */
  addBuckets(buckets: Buckets): void {
    for (let index = 0; index < buckets.at.length; index += 1) {
      takeBucket(buckets, index, this.#taken);
      this.#addSummary(this.startOf(buckets.at[index] ?? 0), this.#taken);
    }
  }

  /** The buckets, oldest first. */
  build(): Buckets {
    const starts = Float64Array.from(this.#summaries.keys()).toSorted();
    const buckets = blankBuckets(starts.length);
    starts.forEach((at, index) => {
      putBucket(buckets, index, at, this.#bucket(at));
    });
    return buckets;
  }

  #addSummary(bucket: number, summary: Summary): void {
    absorb(this.#bucket(bucket), summary);
  }

  #bucket(at: number): Summary {
    if (at !== this.#at) {
      let summary = this.#summaries.get(at);
      if (!summary) this.#summaries.set(at, (summary = emptySummary()));
      this.#at = at;
      this.#summary = summary;
    }
    return this.#summary;
  }
}
