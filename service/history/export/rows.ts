import type { Slice } from '../types.ts';

/** The channel has no reading at this timestamp. A sensor error is NaN. */
export const NO_READING = Number.POSITIVE_INFINITY;

/** Rows in columns. The arrays are reused for the next rows and are longer than the number of rows. */
export interface Rows {
  readonly rows: number;
  /** Milliseconds since 1970, ascending; equal values are allowed. */
  readonly at: Float64Array;
  /** One column per channel; of intervals, one per channel and value, channel by channel. */
  readonly values: readonly Float64Array[];
  /** Readings that the rows were made of, valid or not. */
  readonly readings: number;
  /** Channels in all rows together, without those that have no reading. */
  readonly entries: number;
}

const NOTHING = new Float64Array(0);

/** Iterates over the readings of one channel in a range. */
export class SliceCursor {
  readonly #read: (from: number) => Promise<Slice>;
  #coming: Promise<Slice> | undefined;
  /** The readings from `index` on are unread. Empty at the end. */
  at: Float64Array = NOTHING;
  value: Float64Array = NOTHING;
  index = 0;

  /** @param read requests readings from a timestamp on; called at once */
  constructor(read: (from: number) => Promise<Slice>, from: number) {
    this.#read = read;
    this.#coming = read(from);
  }

  /** Loads more once all are read; does nothing at the end. */
  async fill(): Promise<void> {
    while (this.index === this.at.length && this.#coming) {
      const { at, value, next } = await this.#coming;
      this.#coming = next === null ? undefined : this.#read(next);
      this.at = at;
      this.value = value;
      this.index = 0;
    }
    if (this.index === this.at.length && this.index > 0) {
      this.at = NOTHING;
      this.value = NOTHING;
      this.index = 0;
    }
  }
}

/** A channel with several readings at one timestamp makes as many rows. */
export async function* mergeByTimestamp(cursors: readonly SliceCursor[], maxRows: number): AsyncGenerator<Rows> {
  const at = new Float64Array(maxRows);
  const values = cursors.map(() => new Float64Array(maxRows));
  await Promise.all(cursors.map((cursor) => cursor.fill()));
  for (;;) {
    let rows = 0;
    let readings = 0;
    while (rows < maxRows) {
      const earliest = earliestOf(cursors);
      if (earliest === Number.POSITIVE_INFINITY) break;
      at[rows] = earliest;
      let isDry = false;
      for (let place = 0; place < cursors.length; place += 1) {
        const cursor = cursors[place] as SliceCursor;
        const column = values[place] as Float64Array;
        if (cursor.at[cursor.index] !== earliest) {
          column[rows] = NO_READING;
          continue;
        }
        column[rows] = cursor.value[cursor.index] as number;
        cursor.index += 1;
        readings += 1;
        isDry ||= cursor.index === cursor.at.length;
      }
      rows += 1;
      if (isDry) for (const cursor of cursors) if (cursor.index === cursor.at.length) await cursor.fill();
    }
    if (rows === 0) return;
    yield { rows, at, values, readings, entries: readings };
  }
}

function earliestOf(cursors: readonly SliceCursor[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { at, index } of cursors) {
    const timestamp = at[index];
    if (timestamp !== undefined && timestamp < earliest) earliest = timestamp;
  }
  return earliest;
}
