import type { IntervalValue } from '../../contract/index.ts';
import type { TimeZone } from './csv/time-zone.ts';
import { IntervalSummary, intervalEnd } from './interval-summary.ts';
import { NO_READING, type Rows } from './rows.ts';

export interface SummarizeOptions {
  /** Above 0, in milliseconds. */
  intervalMs: number;
  /** At least one; a column for each of them and each channel, channel by channel. */
  values: readonly IntervalValue[];
  zone: TimeZone;
}

/**
 * A row for each interval with readings, with the end of the interval as its timestamp. Holds one interval, whatever
 * its length. Yields once for each portion read, also without a complete interval.
 * @param channels number of columns of the rows read
 */
export async function* summarize(
  source: AsyncIterable<Rows>,
  channels: number,
  { intervalMs, values: names, zone }: SummarizeOptions,
): AsyncGenerator<Rows> {
  const summaries = Array.from({ length: channels }, () => new IntervalSummary());
  const columns = Array.from({ length: channels * names.length }, () => new Float64Array(0));
  let at = new Float64Array(0);
  let due: number | undefined;
  let rows = 0;
  let entries = 0;

  function close(end: number): void {
    at[rows] = end;
    for (const [place, summary] of summaries.entries()) {
      const isMissing = summary.readings === 0;
      for (const [index, name] of names.entries()) {
        (columns[place * names.length + index] as Float64Array)[rows] = isMissing ? NO_READING : summary.value(name);
      }
      if (!isMissing) entries += 1;
      summary.clear();
    }
    rows += 1;
  }

  for await (const portion of source) {
    rows = 0;
    entries = 0;
    // Each reading may end an interval.
    if (at.length < portion.rows) {
      at = new Float64Array(portion.rows);
      for (const place of columns.keys()) columns[place] = new Float64Array(portion.rows);
    }
    for (let row = 0; row < portion.rows; row += 1) {
      const end = intervalEnd(portion.at[row] as number, intervalMs, zone);
      if (due !== undefined && end !== due) close(due);
      due = end;
      for (let place = 0; place < channels; place += 1) {
        const value = portion.values[place]?.[row] ?? NO_READING;
        if (value !== NO_READING) (summaries[place] as IntervalSummary).add(value);
      }
    }
    yield { rows, at, values: columns, readings: portion.readings, entries };
  }
  if (due === undefined) return;
  rows = 0;
  entries = 0;
  close(due);
  yield { rows, at, values: columns, readings: 0, entries };
}
