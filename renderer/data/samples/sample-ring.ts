import { ColumnFold } from './column-fold.ts';
import {
  ALWAYS_JOINED_MS,
  FOLD_TIERS,
  INITIAL_POINTS,
  JOINED_INTERVALS,
  LATE_MS,
  POINT_BYTES,
  RAW_POINTS,
} from './limits.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { PointRing } from './point-ring.ts';

/** Odd, so that the median is an element; small, so that a new period shows after three samples. */
const REMEMBERED = 5;

/** Median of the last intervals: one pause or burst does not move it. */
class RecentIntervals {
  readonly #last: number[] = [];
  #median: number | undefined;

  /** In milliseconds; undefined before the second sample. */
  get median(): number | undefined {
    return this.#median;
  }

  /** @param interval milliseconds */
  add(interval: number): void {
    this.#last.push(interval);
    if (this.#last.length > REMEMBERED) this.#last.shift();
    this.#median = this.#last.toSorted((a, b) => a - b)[this.#last.length >> 1];
  }
}

export interface Tier {
  /** 0: every sample; else two points per this many milliseconds. */
  readonly bucketMs: number;
  readonly ring: PointRing;
}

export const NEW_RING_BYTES = (1 + FOLD_TIERS.length) * INITIAL_POINTS * POINT_BYTES;

/** Recent samples of a channel, and older ones folded to extremes. Times only increase. */
export class SampleRing {
  /** Finest first: every sample. */
  readonly tiers: readonly Tier[];
  readonly raw: PointRing;
  readonly #folds: readonly ColumnFold[];
  readonly #intervals = new RecentIntervals();
  #lastTime = Number.NaN;

  /** @param budget must have NEW_RING_BYTES free */
  constructor(budget: MemoryBudget) {
    this.raw = new PointRing(RAW_POINTS, budget);
    const folded = FOLD_TIERS.map(({ bucketMs, points }) => ({ bucketMs, ring: new PointRing(points, budget) }));
    this.#folds = folded.map(({ bucketMs, ring }) => new ColumnFold(bucketMs, ring));
    this.tiers = [{ bucketMs: 0, ring: this.raw }, ...folded];
  }

  /** Valid or not; NaN before the first. */
  get lastTime(): number {
    return this.#lastTime;
  }

  /** NaN for a sensor error, after a break, or before the first sample. */
  get lastValue(): number {
    return this.raw.value(this.raw.length - 1);
  }

  /** NaN if empty. */
  get firstTime(): number {
    const starts = this.tiers.map(({ ring }) => ring.firstTime).filter((time) => !Number.isNaN(time));
    return starts.length === 0 ? Number.NaN : Math.min(...starts);
  }

  /** In milliseconds; undefined before the second sample. */
  get interval(): number | undefined {
    return this.#intervals.median;
  }

  /**
   * Adds a sample. A late or repeated one is ignored. One older by more than LATE_MS means that the clock was set back:
   * later samples are discarded and the line is broken, so that nothing is drawn backwards.
   * @param value null or not finite for a sensor error, which breaks the line
   */
  push(time: number, value: number | null): void {
    const interval = time - this.#lastTime;
    if (interval <= 0 && interval >= -LATE_MS) return;
    if (interval < 0) {
      this.#setBack(time);
    } else if (interval > 0) {
      if (interval > this.#joinedWithin()) this.breakLine();
      this.#intervals.add(interval);
    }
    this.#lastTime = time;
    this.#append(time, value === null || !Number.isFinite(value) ? Number.NaN : value);
  }

  /** Breaks the line after the newest sample. */
  breakLine(): void {
    if (!Number.isNaN(this.#lastTime)) this.#append(this.#lastTime, Number.NaN);
  }

  /** Frees the memory; the ring must not be used afterwards. */
  release(): void {
    for (const { ring } of this.tiers) ring.release();
  }

  #joinedWithin(): number {
    return Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * (this.#intervals.median ?? 0));
  }

  #setBack(time: number): void {
    for (const { ring } of this.tiers) ring.truncate(time);
    for (const fold of this.#folds) fold.reset();
    this.#lastTime = time;
    this.breakLine();
  }

  #append(time: number, value: number): void {
    this.raw.append(time, value);
    for (const fold of this.#folds) fold.add(time, value);
  }
}
