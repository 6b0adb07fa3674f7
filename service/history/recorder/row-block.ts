/** Readings that wait for the disk, in columns: none of them is an object. */
import { GAP } from '../types.ts';

/** Rows that a new block has room for; it doubles from there. */
const INITIAL_ROWS = 1024;

/** The most rows of a block, which is what is committed together: 1.3 MB. */
export const BLOCK_ROWS = 65_536;

/** Up to `BLOCK_ROWS` readings and marks, in the order they came. */
export class RowBlock {
  #slots = new Uint32Array(INITIAL_ROWS);
  #at = new Float64Array(INITIAL_ROWS);
  #values = new Float64Array(INITIAL_ROWS);
  #length = 0;
  #readings = 0;
  #oldestAt = Number.POSITIVE_INFINITY;
  /** When the first row came, on the monotonic clock in milliseconds. */
  since = 0;

  /** Readings and marks. */
  get length(): number {
    return this.#length;
  }

  /** Readings alone. */
  get readings(): number {
    return this.#readings;
  }

  /** The oldest moment of a reading: milliseconds since 1970; Infinity where there is none. */
  get oldestAt(): number {
    return this.#oldestAt;
  }

  get isFull(): boolean {
    return this.#length === BLOCK_ROWS;
  }

  /** The slot of each row; not to be changed, and no longer valid after the next `push`. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#length);
  }

  /** @param value NaN for a reading without a valid value, INTERRUPTED for a mark */
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

  /** The rows as columns of their own, behind marks for the slots that are given. */
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

  /** Empties it, to be filled again. */
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
