import type { Aggregate } from './aggregates.ts';
import { EXACT_POINTS, JOINED_PART } from './limits.ts';

const FIRST_CAPACITY = 16;

/**
 * Aggregate of the points of the last `durationMs`, as a queue of two stacks: `#items` before `#middle` hold the
 * aggregate of themselves and the later ones before `#middle`, the others their own, and `#back` is the aggregate of
 * these. Nothing is ever subtracted, and a push costs constant time on average.
 *
 * At most about `EXACT_POINTS` points are items of their own. More are joined to the newest item if it is younger than a
 * thousandth of the duration. An item leaves with its last point, so that joined points leave up to a thousandth late.
 */
export class Window {
  readonly #aggregate: Aggregate;
  readonly #durationMs: number;
  /** `width` numbers for each item. */
  #items: Float64Array;
  /** Last point of each item, in milliseconds. */
  #ends: Float64Array;
  #head = 0;
  #middle = 0;
  #tail = 0;
  #newestStart = 0;
  #origin: number | undefined;
  readonly #back: Float64Array;
  readonly #point: Float64Array;
  readonly #total: Float64Array;

  constructor(aggregate: Aggregate, durationMs: number) {
    this.#aggregate = aggregate;
    this.#durationMs = durationMs;
    this.#items = new Float64Array(FIRST_CAPACITY * aggregate.width);
    this.#ends = new Float64Array(FIRST_CAPACITY);
    this.#back = new Float64Array(aggregate.width);
    this.#point = new Float64Array(aggregate.width);
    this.#total = new Float64Array(aggregate.width);
  }

  /** Stored items: a measure of the memory. */
  get size(): number {
    return this.#tail - this.#head;
  }

  /**
   * @param at never before the previous one
   * @param value NaN: none; the window moves on
   * @returns the aggregate of (at - duration, at], valid until the next call; undefined if there is no point
   */
  push(at: number, value: number): Float64Array | undefined {
    while (this.#head < this.#tail && (this.#ends[this.#head] as number) <= at - this.#durationMs) this.#removeOldest();
    if (!Number.isNaN(value)) this.#add(at, value);
    return this.#head === this.#tail ? undefined : this.#sum();
  }

  #sum(): Float64Array {
    const { width, merge } = this.#aggregate;
    if (this.#head === this.#middle) return this.#back;
    const front = this.#head * width;
    for (let index = 0; index < width; index += 1) this.#total[index] = this.#items[front + index] as number;
    merge(this.#total, 0, this.#back, 0);
    return this.#total;
  }

  #add(at: number, value: number): void {
    const { width, merge, ofPoint } = this.#aggregate;
    this.#origin ??= at;
    // Times from the first point keep the precision of a double.
    ofPoint(this.#point, 0, (at - this.#origin) / 1000, value);
    if (this.#middle === this.#tail) this.#back.set(this.#point);
    else merge(this.#back, 0, this.#point, 0);
    const joins = this.size > EXACT_POINTS && at - this.#newestStart < this.#durationMs * JOINED_PART;
    if (joins) merge(this.#items, (this.#tail - 1) * width, this.#point, 0);
    else this.#append(at);
    this.#ends[this.#tail - 1] = at;
  }

  #append(at: number): void {
    if (this.#tail === this.#ends.length) this.#reserve();
    this.#items.set(this.#point, this.#tail * this.#aggregate.width);
    this.#newestStart = at;
    this.#tail += 1;
  }

  /** Moves the items to the start, into twice the memory unless half of it is free. */
  #reserve(): void {
    const { width } = this.#aggregate;
    const capacity = this.#ends.length;
    const items = this.#items.subarray(this.#head * width, this.#tail * width);
    const ends = this.#ends.subarray(this.#head, this.#tail);
    const grows = this.#head < capacity / 2;
    const nextItems = grows ? new Float64Array(2 * capacity * width) : this.#items;
    const nextEnds = grows ? new Float64Array(2 * capacity) : this.#ends;
    nextItems.set(items);
    nextEnds.set(ends);
    [this.#items, this.#ends] = [nextItems, nextEnds];
    this.#middle -= this.#head;
    this.#tail -= this.#head;
    this.#head = 0;
  }

  #removeOldest(): void {
    if (this.#head === this.#middle) this.#turnOver();
    this.#head += 1;
    if (this.#head > this.#middle) this.#middle = this.#head;
  }

  /** Moves all items but the newest, which may still grow, to the front stack. */
  #turnOver(): void {
    const { width, merge } = this.#aggregate;
    const newest = this.#tail - 1;
    if (newest === this.#head) return;
    for (let item = newest - 2; item >= this.#head; item -= 1) {
      merge(this.#items, item * width, this.#items, (item + 1) * width);
    }
    this.#back.set(this.#items.subarray(newest * width, this.#tail * width));
    this.#middle = newest;
  }
}
