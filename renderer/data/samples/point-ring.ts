import { INITIAL_POINTS, POINT_BYTES } from './limits.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** Receives points in order of time; NaN is a break. */
export interface PointSink {
  append(time: number, value: number): void;
}

/**
 * A ring of points in order of time, which discards the oldest. Its capacity doubles up to its limit and the shared
 * budget.
 * Index 0 is the oldest point. There is never a break at the start, nor two in a row.
 */
export class PointRing implements PointSink {
  readonly limit: number;
  readonly #budget: MemoryBudget;
  #times: Float64Array<ArrayBuffer>;
  #values: Float64Array<ArrayBuffer>;
  #start = 0;
  #length = 0;

  /**
   * @param limit a power of two: the index is found with a mask
   * @param budget must have the memory of a new ring free
   */
  constructor(limit: number, budget: MemoryBudget) {
    const capacity = Math.min(INITIAL_POINTS, limit);
    budget.reserve(capacity * POINT_BYTES);
    this.limit = limit;
    this.#budget = budget;
    this.#times = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Milliseconds since 1970; NaN outside the ring. */
  time(index: number): number {
    return index < 0 || index >= this.#length ? Number.NaN : (this.#times[this.#slot(index)] as number);
  }

  /** NaN for a break, and outside the ring. */
  value(index: number): number {
    return index < 0 || index >= this.#length ? Number.NaN : (this.#values[this.#slot(index)] as number);
  }

  /** NaN if empty. */
  get firstTime(): number {
    return this.time(0);
  }

  /** NaN if empty. */
  get lastTime(): number {
    return this.time(this.#length - 1);
  }

  /** @param time not before the newest point */
  append(time: number, value: number): void {
    if (Number.isNaN(value) && Number.isNaN(this.value(this.#length - 1))) return;
    if (this.#length === this.#times.length && !this.#grow()) this.#removeOldest();
    const slot = this.#slot(this.#length);
    this.#times[slot] = time;
    this.#values[slot] = value;
    this.#length += 1;
  }

  /** Index of the first point at or after a time; the length if none. */
  indexFrom(time: number): number {
    return this.#search((at) => at < time);
  }

  /** Index of the first point after a time; the length if none. */
  indexAfter(time: number): number {
    return this.#search((at) => at <= time);
  }

  /** Discards points at or after a time. */
  truncate(time: number): void {
    this.#length = this.indexFrom(time);
  }

  /** Frees the memory; the ring must not be used afterwards. */
  release(): void {
    this.#budget.release(this.#times.length * POINT_BYTES);
    this.#times = new Float64Array(0);
    this.#values = new Float64Array(0);
    this.#length = 0;
  }

  #slot(index: number): number {
    return (this.#start + index) & (this.#times.length - 1);
  }

  #search(isBefore: (time: number) => boolean): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#times[this.#slot(middle)] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #removeOldest(): void {
    // A break at the start separates nothing.
    const count = Number.isNaN(this.value(1)) ? 2 : 1;
    this.#start = this.#slot(count);
    this.#length = Math.max(0, this.#length - count);
  }

  #grow(): boolean {
    const capacity = this.#times.length;
    if (capacity * 2 > this.limit || !this.#budget.reserve(capacity * POINT_BYTES)) return false;
    const times = new Float64Array(capacity * 2);
    const values = new Float64Array(capacity * 2);
    for (let index = 0; index < this.#length; index += 1) {
      times[index] = this.time(index);
      values[index] = this.value(index);
    }
    this.#times = times;
    this.#values = values;
    this.#start = 0;
    return true;
  }
}
