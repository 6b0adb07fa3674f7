import type { Points } from '../types.ts';

const INITIAL = 64;

/** Points of a channel not in blocks yet. */
export class RecentPoints {
  #at = new Float64Array(INITIAL);
  #value = new Float64Array(INITIAL);
  #length = 0;
  #isSorted = true;
  #first = Number.POSITIVE_INFINITY;

  /** The oldest timestamp; Infinity if empty. */
  get first(): number {
    return this.#first;
  }

  get length(): number {
    return this.#length;
  }

  /** @param value as in `Points` */
  push(at: number, value: number): void {
    if (this.#length === this.#at.length) this.#grow();
    if (this.#length > 0 && at < (this.#at[this.#length - 1] ?? 0)) this.#isSorted = false;
    this.#at[this.#length] = at;
    this.#value[this.#length] = value;
    this.#length += 1;
    if (at < this.#first) this.#first = at;
  }

  /** In order of time, equal timestamps in order of arrival. Valid until the next `push`. */
  points(): Points {
    if (!this.#isSorted) this.#sort();
    return { at: this.#at.subarray(0, this.#length), value: this.#value.subarray(0, this.#length) };
  }

  clear(): void {
    this.#at = new Float64Array(INITIAL);
    this.#value = new Float64Array(INITIAL);
    this.#length = 0;
    this.#isSorted = true;
    this.#first = Number.POSITIVE_INFINITY;
  }

  #grow(): void {
    const at = new Float64Array(this.#at.length * 2);
    const value = new Float64Array(this.#at.length * 2);
    at.set(this.#at);
    value.set(this.#value);
    this.#at = at;
    this.#value = value;
  }

  #sort(): void {
    const at = this.#at;
    const value = this.#value;
    const order = Uint32Array.from({ length: this.#length }, (_, index) => index);
    order.sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b);
    this.#at = new Float64Array(at.length);
    this.#value = new Float64Array(at.length);
    order.forEach((from, to) => {
      this.#at[to] = at[from] ?? 0;
      this.#value[to] = value[from] ?? 0;
    });
    this.#isSorted = true;
  }
}
