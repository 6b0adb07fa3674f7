import type { TimeSpan } from '../types.ts';

/** Ranges, of which some may be equal or overlap, and their union. Times are milliseconds since 1970. */
export class SpanCounts {
  /** Where the number of ranges changes, in ascending order, and the number from there to the next edge. */
  readonly #edges: number[] = [];
  readonly #counts: number[] = [];
  /** Undefined after a change. */
  #union: readonly TimeSpan[] | undefined;

  get isEmpty(): boolean {
    return this.#edges.length === 0;
  }

  /** In ascending order; ranges that overlap or touch are one. */
  get union(): readonly TimeSpan[] {
    this.#union ??= this.within(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    return this.#union;
  }

  /** @param by 1 to add the range, -1 to remove one that was added */
  count({ from, to }: TimeSpan, by: 1 | -1): void {
    const start = this.#cut(from);
    const end = this.#cut(to);
    for (let index = start; index < end; index += 1) this.#counts[index] = this.#countAt(index) + by;
    // The later one first: the other keeps its position.
    this.#mend(end);
    this.#mend(start);
    this.#union = undefined;
  }

  /** The parts of the union within [from, to). */
  within(from: number, to: number): TimeSpan[] {
    const spans: TimeSpan[] = [];
    if (!(from < to)) return spans;
    let index = this.#after(from);
    let start = this.#countAt(index - 1) > 0 ? from : undefined;
    for (; index < this.#edges.length; index += 1) {
      const edge = this.#edges[index] ?? to;
      if (edge >= to) break;
      const isIn = this.#countAt(index) > 0;
      if (isIn) start ??= edge;
      else if (start !== undefined) spans.push({ from: start, to: edge });
      if (!isIn) start = undefined;
    }
    if (start !== undefined) spans.push({ from: start, to });
    return spans;
  }

  /** Whether a range has a part of [first, last]. */
  meets(first: number, last: number): boolean {
    const next = this.#after(first);
    return this.#countAt(next - 1) > 0 || (this.#edges[next] ?? Number.POSITIVE_INFINITY) <= last;
  }

  /** Makes a timestamp an edge. @returns its position */
  #cut(at: number): number {
    const next = this.#after(at);
    if (this.#edges[next - 1] === at) return next - 1;
    this.#edges.splice(next, 0, at);
    this.#counts.splice(next, 0, this.#countAt(next - 1));
    return next;
  }

  /** Removes an edge at which nothing changes. */
  #mend(index: number): void {
    if (this.#countAt(index) !== this.#countAt(index - 1)) return;
    this.#edges.splice(index, 1);
    this.#counts.splice(index, 1);
  }

  /** 0 before the first edge. */
  #countAt(index: number): number {
    return this.#counts[index] ?? 0;
  }

  /** Position of the first edge after a timestamp. */
  #after(at: number): number {
    let [low, high] = [0, this.#edges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#edges[middle] ?? at) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
