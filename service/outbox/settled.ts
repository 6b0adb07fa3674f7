/** Ordinals, both ends included. */
export type Range = readonly [from: number, to: number];

/**
 * Settled messages: all up to one, and some beyond it. Brokers mostly acknowledge in order, so there are few ranges.
 */
export class AcknowledgedRanges {
  #upTo: number;
  /** Disjoint, not adjacent to each other or to `upTo`, ascending. */
  #ranges: [from: number, to: number][];

  constructor(upTo: number, ranges: readonly Range[] = []) {
    this.#upTo = upTo;
    this.#ranges = [];
    for (const [from, to] of ranges) this.add(from, to);
  }

  get upTo(): number {
    return this.#upTo;
  }

  get ranges(): readonly Range[] {
    return this.#ranges;
  }

  /** The highest settled ordinal. */
  get highest(): number {
    return this.#ranges.at(-1)?.[1] ?? this.#upTo;
  }

  add(from: number, to = from): void {
    if (to <= this.#upTo || to < from) return;
    if (from > this.#upTo + 1) return this.#addBeyond(from, to);
    this.#upTo = to;
    let swallowed = 0;
    for (const range of this.#ranges) {
      if (range[0] > this.#upTo + 1) break;
      this.#upTo = Math.max(this.#upTo, range[1]);
      swallowed += 1;
    }
    if (swallowed > 0) this.#ranges.splice(0, swallowed);
  }

  has(ordinal: number): boolean {
    if (ordinal <= this.#upTo) return true;
    const range = this.#ranges[this.#firstEndingAt(ordinal)];
    return range !== undefined && range[0] <= ordinal;
  }

  /** How many in this range are settled. */
  countIn(from: number, to: number): number {
    let count = overlap(from, to, 1, this.#upTo);
    for (let index = this.#firstEndingAt(from); index < this.#ranges.length; index += 1) {
      const [start, end] = this.#ranges[index] as Range;
      if (start > to) break;
      count += overlap(from, to, start, end);
    }
    return count;
  }

  #addBeyond(from: number, to: number): void {
    const index = this.#firstEndingAt(from - 1);
    let [start, end] = [from, to];
    let merged = 0;
    for (let at = index; at < this.#ranges.length; at += 1) {
      const range = this.#ranges[at] as Range;
      if (range[0] > end + 1) break;
      start = Math.min(start, range[0]);
      end = Math.max(end, range[1]);
      merged += 1;
    }
    this.#ranges.splice(index, merged, [start, end]);
  }

  /** Index of the first range that ends at or after an ordinal. */
  #firstEndingAt(ordinal: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranges[middle] as Range)[1] < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start) + 1);
}
