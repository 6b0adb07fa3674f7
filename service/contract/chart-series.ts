/** The points of a channel's history as a chart draws them. */
import type { HistoryPart } from './history.ts';

/** Columns of equal length, oldest first. A value that is null or not finite interrupts the line. */
export interface ChartSeries {
  /** Milliseconds since 1970. */
  at: readonly number[];
  value: readonly (number | null)[];
  /** Extremes of the readings behind each value; of a single reading, the value. */
  low: readonly (number | null)[];
  high: readonly (number | null)[];
}

/** A point of a line; lengths as the caller's scales have them. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  /** Of the highest and lowest value. */
  readonly top: number;
  readonly bottom: number;
}

/** Whether a value is a point of a line. */
export function isDrawn(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * Points without an interruption between them.
 * @param start index of the first point
 */
export function linesOf(
  { at, value, low, high }: ChartSeries,
  xOf: (at: number) => number,
  yOf: (value: number) => number,
  start = 0,
): ChartPoint[][] {
  const lines: ChartPoint[][] = [];
  let line: ChartPoint[] = [];
  for (let index = start; index < at.length; index += 1) {
    const [time, one, lowest, highest] = [at[index], value[index], low[index], high[index]];
    if (isDrawn(time) && isDrawn(one) && isDrawn(lowest) && isDrawn(highest)) {
      if (line.length === 0) lines.push(line);
      line.push({ x: xOf(time), y: yOf(one), top: yOf(highest), bottom: yOf(lowest) });
    } else {
      line = [];
    }
  }
  return lines;
}

interface Columns {
  at: number[];
  value: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

/** @param parts of one channel, oldest first */
export function seriesOf(parts: readonly HistoryPart[]): ChartSeries {
  const columns: Columns = { at: [], value: [], low: [], high: [] };
  for (const part of parts) {
    if (part.kind === 'readings') addReadings(columns, part);
    else addBuckets(columns, part);
  }
  return columns;
}

function push({ at, value, low, high }: Columns, time: number, ...[one, lowest, highest]: (number | null)[]): void {
  at.push(time);
  value.push(one ?? null);
  low.push(lowest ?? null);
  high.push(highest ?? null);
}

function addReadings(columns: Columns, { at, magnitude, broken }: HistoryPart & { kind: 'readings' }): void {
  const breaks = new Set(broken);
  at.forEach((time, index) => {
    if (breaks.has(index)) push(columns, time, null, null, null);
    const value = magnitude[index] ?? null;
    push(columns, time, value, value, value);
  });
  if (breaks.has(at.length)) push(columns, at.at(-1) ?? 0, null, null, null);
}

/** A gap before the first reading of a bucket, and after its last. */
const BROKEN_BEFORE = 1;
const BROKEN_AFTER = 4;

/** A bucket is drawn in its middle. */
function addBuckets(columns: Columns, buckets: HistoryPart & { kind: 'buckets' }): void {
  const { at, mean, min, max, broken, width_ms: width } = buckets;
  at.forEach((start, index) => {
    const middle = start + width / 2;
    const flags = broken[index] ?? 0;
    if ((flags & BROKEN_BEFORE) !== 0) push(columns, middle, null, null, null);
    push(columns, middle, mean[index] ?? null, min[index] ?? null, max[index] ?? null);
    if ((flags & BROKEN_AFTER) !== 0) push(columns, middle, null, null, null);
  });
}
