/** The channel has no reading at this timestamp. A sensor error is NaN. */
export const NO_READING = Number.POSITIVE_INFINITY;

/** Rows in columns. The arrays are reused for the next rows and are longer than the number of rows. */
export interface Rows {
  readonly rows: number;
  /** Milliseconds since 1970, ascending; equal values are allowed. */
  readonly at: Float64Array;
  /** One column per channel. */
  readonly values: readonly Float64Array[];
  /** Valid or not. */
  readonly readings: number;
}

/** Iterates over the readings of one channel in a range. */
export interface Cursor {
  /** The readings from `index` on are unread. Empty at the end. */
  readonly at: Float64Array;
  readonly value: Float64Array;
  index: number;
  /** Loads more once all are read; does nothing at the end. */
  fill(): Promise<void>;
}

/** A channel with several readings at one timestamp makes as many rows. */
export async function* mergeByTimestamp(cursors: readonly Cursor[], maxRows: number): AsyncGenerator<Rows> {
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
        const cursor = cursors[place] as Cursor;
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
    yield { rows, at, values, readings };
  }
}

function earliestOf(cursors: readonly Cursor[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { at, index } of cursors) {
    const timestamp = at[index];
    if (timestamp !== undefined && timestamp < earliest) earliest = timestamp;
  }
  return earliest;
}
