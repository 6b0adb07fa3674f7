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
import { RecentIntervals } from './recent-intervals.ts';

/** One resolution of a channel's past. */
export interface Tier {
  /** 0: every sample; else two points for each so many milliseconds. */
  readonly bucketMs: number;
  readonly ring: PointRing;
}

/** Bytes that a new channel takes. */
export const NEW_RING_BYTES = (1 + FOLD_TIERS.length) * INITIAL_POINTS * POINT_BYTES;

/** One channel's past: every recent sample, and what is older folded to extremes. Times only ever grow. */
export class SampleRing {
  /** Finer before coarser; the first holds the samples themselves. */
  readonly tiers: readonly Tier[];
  readonly #raw: PointRing;
  readonly #folds: readonly ColumnFold[];
  readonly #intervals = new RecentIntervals();
  #lastTime = Number.NaN;

  /** @param budget has NEW_RING_BYTES free */
  constructor(budget: MemoryBudget) {
    this.#raw = new PointRing(RAW_POINTS, budget);
    const folded = FOLD_TIERS.map(({ bucketMs, points }) => ({ bucketMs, ring: new PointRing(points, budget) }));
    this.#folds = folded.map(({ bucketMs, ring }) => new ColumnFold(bucketMs, ring));
    this.tiers = [{ bucketMs: 0, ring: this.#raw }, ...folded];
  }

  /** The samples themselves, as far back as they reach. */
  get raw(): PointRing {
    return this.#raw;
  }

  /** When the newest sample was taken, valid or not; NaN before the first. */
  get lastTime(): number {
    return this.#lastTime;
  }

  /** The newest sample's value: NaN when the sensor gave none, the line was broken since, or there is no sample yet. */
  get lastValue(): number {
    return this.#raw.value(this.#raw.length - 1);
  }

  /** The oldest time that can still be drawn; NaN when there is nothing. */
  get firstTime(): number {
    const starts = this.tiers.map(({ ring }) => ring.firstTime).filter((time) => !Number.isNaN(time));
    return starts.length === 0 ? Number.NaN : Math.min(...starts);
  }

  /** The usual time between samples in milliseconds; undefined before the second sample. */
  get interval(): number | undefined {
    return this.#intervals.median;
  }

  /**
   * Adds a sample. One that is not newer than the newest is dropped: it came late, or twice. One that is older by more
   * than LATE_MS shows that the clock was set back: what was stamped with that time or later is dropped, the line is
   * broken, and the sample begins anew. So nothing is ever drawn backwards.
   * @param value null or not finite: the sensor gave no valid reading, the line is broken
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

  /** Gives the memory back; the ring must not be used afterwards. */
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
    this.#raw.append(time, value);
    for (const fold of this.#folds) fold.add(time, value);
  }
}
