/** The readings of one column of a file. */
import { ALWAYS_JOINED_MS, OrderedRun } from '../store/channel-runs.ts';
import type { ImportedColumn } from './types.ts';

const INITIAL = 1024;

export interface ColumnReadings extends ImportedColumn {
  /** Readings left out, since the file has one at the same time further up. */
  readonly repeated: number;
}

export class ReadingColumn {
  #at = new Float64Array(INITIAL);
  #value = new Float64Array(INITIAL);
  #length = 0;
  #isAscending = true;

  /** @param value NaN for a sensor error */
  push(at: number, value: number): void {
    if (this.#length === this.#at.length) {
      this.#at = grown(this.#at);
      this.#value = grown(this.#value);
    }
    if (this.#length > 0 && at <= (this.#at[this.#length - 1] ?? 0)) this.#isAscending = false;
    this.#at[this.#length] = at;
    this.#value[this.#length] = value;
    this.#length += 1;
  }

  /** The readings in order of time, the first of each timestamp. Uses the memory of this column up. */
  finish(): ColumnReadings {
    const length = this.#length;
    if (!this.#isAscending) this.#order();
    const [at, value] = [this.#at.slice(0, this.#length), this.#value.slice(0, this.#length)];
    [this.#at, this.#value] = [new Float64Array(0), new Float64Array(0)];
    return { at, value, reach: reachOf(at), repeated: length - this.#length };
  }

  #order(): void {
    const [at, value] = [this.#at, this.#value];
    const order = Uint32Array.from({ length: this.#length }, (_, index) => index);
    order.sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b);
    const [times, values] = [new Float64Array(this.#length), new Float64Array(this.#length)];
    let count = 0;
    for (const index of order) {
      const timestamp = at[index] ?? 0;
      if (count > 0 && timestamp === times[count - 1]) continue;
      times[count] = timestamp;
      values[count] = value[index] ?? Number.NaN;
      count += 1;
    }
    [this.#at, this.#value, this.#length] = [times, values, count];
  }
}

function grown(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(INITIAL, column.length * 2));
  larger.set(column);
  return larger;
}

/** As in `ImportedColumn`, by the rule of recorded readings. */
function reachOf(at: Float64Array): Float64Array<ArrayBuffer> {
  const reach = new Float64Array(at.length);
  const [first] = at;
  if (first === undefined) return reach;
  const line = new OrderedRun(first);
  for (let index = 1; index < at.length; index += 1) {
    const timestamp = at[index] ?? 0;
    // The reach is costly, and nearly never needed.
    const before = timestamp - line.newest > ALWAYS_JOINED_MS ? line.reach : 0;
    if (line.add(timestamp)) reach[index - 1] = before;
  }
  reach[at.length - 1] = line.reach;
  return reach;
}
