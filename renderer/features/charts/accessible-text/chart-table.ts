import type { ChartChannel } from '../channels.ts';
import { eachReading, type ReadingSource } from '../data/readings.ts';
import type { View } from '../view/view.ts';

/** More rows are no easier to read than the charts. */
export const MAX_TABLE_ROWS = 200;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Possible ranges of a row. */
const STEPS_MS: readonly number[] = [
  ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364, 3640].map((days) => days * DAY_MS),
];

/** A channel's readings in the range of a row, in the contract's unit. */
export interface TableCell {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface TableRow {
  /** Start, in milliseconds since 1970. */
  readonly at: number;
  /** In the order of the channels; null without a reading. */
  readonly cells: readonly (TableCell | null)[];
}

export interface ChartTable {
  readonly view: View;
  readonly channels: readonly ChartChannel[];
  /** Range of a row, in milliseconds; 0 if each row is one timestamp. */
  readonly step: number;
  /** Without the rows that have no readings. */
  readonly rows: readonly TableRow[];
}

export interface TableOptions {
  readonly channels: readonly ChartChannel[];
  readonly sources: ReadonlyMap<string, ReadingSource>;
  readonly view: View;
  /** Width of the charts, in screen pixels. */
  readonly width: number;
}

interface Gathered {
  count: number;
  mean: number;
  low: number;
  high: number;
}

type Rows = Map<number, (Gathered | undefined)[]>;

/** The readings in a view: one row for each timestamp if they are few, else for equal ranges. */
export function chartTable(options: TableOptions): ChartTable {
  const { channels, view } = options;
  const sampleRows = gather(options, (time) => time, MAX_TABLE_ROWS);
  const step = sampleRows ? 0 : stepFor(view);
  const rows = sampleRows ?? gather(options, (time) => Math.floor(time / step) * step) ?? new Map<number, never[]>();
  const sorted = [...rows].toSorted(([a], [b]) => a - b);
  return {
    view,
    channels,
    step,
    rows: sorted.map(([at, cells]) => ({ at, cells: channels.map((_, index) => cells[index] ?? null) })),
  };
}

/** A step that divides the view into at most `MAX_TABLE_ROWS` rows, wherever it starts. */
function stepFor({ from, to }: View): number {
  const least = (to - from) / (MAX_TABLE_ROWS - 1);
  return STEPS_MS.find((step) => step >= least) ?? least;
}

/** @returns undefined for more rows than `limit` */
function gather(
  { channels, sources, view, width }: TableOptions,
  rowOf: (time: number) => number,
  limit = Number.POSITIVE_INFINITY,
): Rows | undefined {
  const rows: Rows = new Map();
  for (const [index, { key }] of channels.entries()) {
    const source = sources.get(key);
    if (!source) continue;
    eachReading(source, view, width, (time, value, low, high) => {
      const at = rowOf(time);
      let cells = rows.get(at);
      if (!cells) {
        // One more than the limit is enough to know.
        if (rows.size > limit) return;
        cells = [];
        rows.set(at, cells);
      }
      cells[index] = joined(cells[index], value, low, high);
    });
  }
  return rows.size > limit ? undefined : rows;
}

function joined(cell: Gathered | undefined, value: number, low: number, high: number): Gathered {
  if (!cell) return { count: 1, mean: value, low, high };
  const count = cell.count + 1;
  return {
    count,
    mean: cell.mean + (value - cell.mean) / count,
    low: Math.min(cell.low, low),
    high: Math.max(cell.high, high),
  };
}
