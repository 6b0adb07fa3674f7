import type { PointSink } from '../../../data/samples/point-ring.ts';

const INITIAL_CAPACITY = 256;

/** Points by column. */
class Columns {
  times: Float64Array;
  values: Float64Array;
  lows: Float64Array;
  highs: Float64Array;
  widths: Float64Array;

  constructor(capacity: number) {
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.lows = new Float64Array(capacity);
    this.highs = new Float64Array(capacity);
    this.widths = new Float64Array(capacity);
  }

  grow(): void {
    const grown = (column: Float64Array): Float64Array => {
      const longer = new Float64Array(column.length * 2);
      longer.set(column);
      return longer;
    };
    this.times = grown(this.times);
    this.values = grown(this.values);
    this.lows = grown(this.lows);
    this.highs = grown(this.highs);
    this.widths = grown(this.widths);
  }
}

/**
 * Points to draw, reused for each drawing to avoid garbage. A point of many readings has their mean as its value, and
 * their minimum and maximum.
 */
export class PointBuffer implements PointSink {
  readonly #own: Columns;
  /** Its own, or those of the buffer that it shows a part of. */
  #columns: Columns;
  #start = 0;
  #length = 0;
  #hasBand = false;

  /** @param capacity that many points need no growth; above 0 */
  constructor(capacity = INITIAL_CAPACITY) {
    this.#own = new Columns(capacity);
    this.#columns = this.#own;
  }

  get length(): number {
    return this.#length;
  }

  /** Whether any point has a minimum below its maximum. */
  get hasBand(): boolean {
    return this.#hasBand;
  }

  /** @param index below the length */
  time(index: number): number {
    return this.#columns.times[this.#start + index] ?? Number.NaN;
  }

  /** NaN for a gap. */
  value(index: number): number {
    return this.#columns.values[this.#start + index] ?? Number.NaN;
  }

  low(index: number): number {
    return this.#columns.lows[this.#start + index] ?? Number.NaN;
  }

  high(index: number): number {
    return this.#columns.highs[this.#start + index] ?? Number.NaN;
  }

  /** Length of the bucket whose middle the point is at, in milliseconds; 0 for a reading. */
  width(index: number): number {
    return this.#columns.widths[this.#start + index] ?? 0;
  }

  /** Adds a gap, unless the buffer is empty or ends with one. */
  append(time: number, value: number, low = value, high = value, width = 0): void {
    if (Number.isNaN(value) && (this.#length === 0 || Number.isNaN(this.value(this.#length - 1)))) return;
    const columns = this.#own;
    if (this.#length === columns.times.length) columns.grow();
    columns.times[this.#length] = time;
    columns.values[this.#length] = value;
    columns.lows[this.#length] = low;
    columns.highs[this.#length] = high;
    columns.widths[this.#length] = width;
    this.#length += 1;
    if (low < high) this.#hasBand = true;
  }

  clear(): void {
    this.#columns = this.#own;
    this.#start = 0;
    this.#length = 0;
    this.#hasBand = false;
  }

  /**
   * Shows the points of another buffer between two times, and one more on each side, until it is cleared. That buffer
   * must not change meanwhile.
   */
  show(whole: PointBuffer, from: number, to: number): void {
    let start = whole.indexFrom(from) - 1;
    while (start > 0 && Number.isNaN(whole.value(start))) start -= 1;
    let end = whole.indexAfter(to);
    while (end < whole.length && Number.isNaN(whole.value(end))) end += 1;
    this.#columns = whole.#columns;
    this.#start = Math.max(0, start);
    this.#length = Math.min(whole.length, end + 1) - this.#start;
    this.#hasBand = whole.hasBand;
  }

  /** Whether another buffer has the same points between two times, and next to them. */
  agrees(other: PointBuffer, from: number, to: number): boolean {
    if (this.#columns === other.#columns) return true;
    const [own, others] = [this.indexFrom(from) - 1, other.indexFrom(from) - 1];
    const count = this.indexFrom(to) - own;
    if (other.indexFrom(to) - others !== count) return false;
    for (let step = 0; step <= count; step += 1) if (!this.#isSame(own + step, other, others + step)) return false;
    return true;
  }

  #isSame(index: number, other: PointBuffer, at: number): boolean {
    // Entries behind the last point belong to an earlier drawing.
    if (index >= this.#length || at >= other.length) return index >= this.#length && at >= other.length;
    return (
      Object.is(this.time(index), other.time(at)) &&
      Object.is(this.value(index), other.value(at)) &&
      Object.is(this.low(index), other.low(at)) &&
      Object.is(this.high(index), other.high(at))
    );
  }

  /** Index of the first point at this time or later; the length without one. */
  indexFrom(time: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the first point after this time; the length without one. */
  indexAfter(time: number): number {
    let index = this.indexFrom(time);
    while (index < this.#length && this.time(index) === time) index += 1;
    return index;
  }

  /**
   * The point nearest to a time: an end of the line that crosses it, or a point within the reach.
   * @param reach in milliseconds
   * @returns its index; -1 in a gap
   */
  nearest(time: number, reach: number): number {
    const after = this.indexFrom(time);
    // Entries behind the last point belong to an earlier drawing.
    const last = Math.min(after, this.#length - 1);
    const isJoined = last === after && !Number.isNaN(this.value(after)) && !Number.isNaN(this.value(after - 1));
    let nearest = -1;
    let distance = isJoined ? Number.POSITIVE_INFINITY : reach;
    for (let index = after - 1; index <= last; index += 1) {
      const candidate = Math.abs(this.time(index) - time);
      if (Number.isNaN(this.value(index)) || !(candidate <= distance)) continue;
      nearest = index;
      distance = candidate;
    }
    return nearest;
  }
}
