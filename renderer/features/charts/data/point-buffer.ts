import type { PointSink } from '../../../data/samples/point-ring.ts';

const INITIAL_CAPACITY = 256;

/**
 * Points to draw, reused for each drawing to avoid garbage. A point of many readings has their mean as its value, and
 * their minimum and maximum.
 */
export class PointBuffer implements PointSink {
  #times = new Float64Array(INITIAL_CAPACITY);
  #values = new Float64Array(INITIAL_CAPACITY);
  #lows = new Float64Array(INITIAL_CAPACITY);
  #highs = new Float64Array(INITIAL_CAPACITY);
  #widths = new Float64Array(INITIAL_CAPACITY);
  #length = 0;
  #hasBand = false;

  get length(): number {
    return this.#length;
  }

  /** Whether any point has a minimum below its maximum. */
  get hasBand(): boolean {
    return this.#hasBand;
  }

  /** @param index below the length */
  time(index: number): number {
    return this.#times[index] ?? Number.NaN;
  }

  /** NaN for a gap. */
  value(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }

  low(index: number): number {
    return this.#lows[index] ?? Number.NaN;
  }

  high(index: number): number {
    return this.#highs[index] ?? Number.NaN;
  }

  /** Length of the bucket whose middle the point is at, in milliseconds; 0 for a reading. */
  width(index: number): number {
    return this.#widths[index] ?? 0;
  }

  /** Adds a gap, unless the buffer is empty or ends with one. */
  append(time: number, value: number, low = value, high = value, width = 0): void {
    if (Number.isNaN(value) && (this.#length === 0 || Number.isNaN(this.value(this.#length - 1)))) return;
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    this.#values[this.#length] = value;
    this.#lows[this.#length] = low;
    this.#highs[this.#length] = high;
    this.#widths[this.#length] = width;
    this.#length += 1;
    if (low < high) this.#hasBand = true;
  }

  clear(): void {
    this.#length = 0;
    this.#hasBand = false;
  }

  /** Whether another buffer has the same points between two times, and next to them. */
  agrees(other: PointBuffer, from: number, to: number): boolean {
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

  #grow(): void {
    const grown = (column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const longer = new Float64Array(this.#length * 2);
      longer.set(column);
      return longer;
    };
    this.#times = grown(this.#times);
    this.#values = grown(this.#values);
    this.#lows = grown(this.#lows);
    this.#highs = grown(this.#highs);
    this.#widths = grown(this.#widths);
  }
}
