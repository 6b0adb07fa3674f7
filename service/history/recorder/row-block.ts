/** Pending rows in columns: none of them is an object. */
import { GAP } from '../types.ts';

/** Initial capacity in rows; doubles when full. */
const INITIAL_ROWS = 1024;

/** Rows per block and commit: 1.3 MB. */
export const BLOCK_ROWS = 65_536;

/** Up to `BLOCK_ROWS` readings and gaps, in order of arrival. */
export class RowBlock {
  #slots = new Uint32Array(INITIAL_ROWS);
  #at = new Float64Array(INITIAL_ROWS);
  #values = new Float64Array(INITIAL_ROWS);
  #length = 0;
  #readings = 0;
  #oldestAt = Number.POSITIVE_INFINITY;
  /** When the first row was added, on the monotonic clock in milliseconds. */
  since = 0;

  /** Readings and gaps. */
  get length(): number {
    return this.#length;
  }

  /** Without gaps. */
  get readings(): number {
    return this.#readings;
  }

  /** Oldest timestamp of a reading: milliseconds since 1970; Infinity if there is none. */
  get oldestAt(): number {
    return this.#oldestAt;
  }

  get isFull(): boolean {
    return this.#length === BLOCK_ROWS;
  }

  /** The slot of each row; read-only, and invalid after the next `push`. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#length);
  }

  /** @param value NaN for a sensor error, GAP for a gap */
  push(slot: number, at: number, value: number): void {
    const row = this.#length;
    if (row === this.#slots.length) this.#grow();
    this.#slots[row] = slot;
    this.#at[row] = at;
    this.#values[row] = value;
    this.#length = row + 1;
    if (value === GAP) return;
    this.#readings += 1;
    if (at < this.#oldestAt) this.#oldestAt = at;
  }

  /** A copy of the rows as columns, preceded by gaps for the given slots. */
  columns(interrupted: ReadonlySet<number>): {
    slots: Uint32Array<ArrayBuffer>;
    at: Float64Array<ArrayBuffer>;
    values: Float64Array<ArrayBuffer>;
  } {
    const marks = interrupted.size;
    const rows = marks + this.#length;
    const slots = new Uint32Array(rows);
    const at = new Float64Array(rows);
    const values = new Float64Array(rows).fill(GAP, 0, marks);
    slots.set([...interrupted]);
    slots.set(this.slots, marks);
    at.set(this.#at.subarray(0, this.#length), marks);
    values.set(this.#values.subarray(0, this.#length), marks);
    return { slots, at, values };
  }

  /** Empties the block for reuse. */
  clear(): void {
    this.#length = 0;
    this.#readings = 0;
    this.#oldestAt = Number.POSITIVE_INFINITY;
  }

  #grow(): void {
    const rows = this.#length * 2;
    const slots = new Uint32Array(rows);
    const at = new Float64Array(rows);
    const values = new Float64Array(rows);
    slots.set(this.#slots);
    at.set(this.#at);
    values.set(this.#values);
    this.#slots = slots;
    this.#at = at;
    this.#values = values;
  }
}
