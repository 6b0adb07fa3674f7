/** Readings of several channels side by side: a row for each moment. */

/** In a row: the channel has no reading of that moment. A reading without a valid value is NaN. */
export const NO_READING = Number.POSITIVE_INFINITY;

/** Rows in columns; the arrays are used again for the rows that follow, and are longer than there are rows. */
export interface Rows {
  readonly rows: number;
  /** Milliseconds since 1970, never less than the row before. */
  readonly at: Float64Array;
  /** A column for each channel. */
  readonly values: readonly Float64Array[];
  /** How many readings the rows hold, valid or not. */
  readonly readings: number;
}

/** Runs through the readings of a stretch of one channel. */
export interface Cursor {
  /** What lies before it: readings from `index` on. Empty once all are gone through. */
  readonly at: Float64Array;
  readonly value: Float64Array;
  index: number;
  /** Waits for more when there is nothing left before it; does nothing at the end. */
  fill(): Promise<void>;
}

/** A channel with several readings of one moment makes as many rows of it. */
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
    const moment = at[index];
    if (moment !== undefined && moment < earliest) earliest = moment;
  }
  return earliest;
}
