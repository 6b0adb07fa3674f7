/** The chart of an alarm's last hour, from the history. */
import type { Alarm, ChannelRef, HistoryPart, HistoryResult } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { type ChartSeries, drawChart } from './chart-png.ts';
import { type AlarmTextSource, formatValue } from './describe-alarm.ts';

const RANGE_MS = 3_600_000;

/** Readings or buckets of the query: buckets of 10 s. */
const POINTS = 600;

/** A message does not wait longer for its chart, in milliseconds. */
const DEADLINE_MS = 3000;

export interface AlarmChart {
  /** ID of the alarm. */
  alarm: string;
  png: Buffer;
  /** Extremes of the shown readings, with their unit. */
  minimum: string;
  maximum: string;
  /** Shown range, in milliseconds since 1970. */
  from: number;
  to: number;
}

export interface AlarmChartOptions {
  history: {
    query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult>;
  };
  texts: AlarmTextSource;
  clock: Pick<Clock, 'now'>;
  logger: Pick<Logger, 'debug'>;
  /** Default 3000. */
  deadlineMs?: number;
}

/**
 * Draws the last hour of the alarm's channel. Never rejects.
 * @returns undefined if the history cannot be read in time, or has fewer than two values in the alarm's unit
 */
export async function chartOf(alarm: Alarm, options: AlarmChartOptions): Promise<AlarmChart | undefined> {
  const { history, clock, logger, texts, deadlineMs = DEADLINE_MS } = options;
  const to = clock.now();
  const from = to - RANGE_MS;
  const { family, serial, channel, limit } = alarm;
  try {
    const query = history.query([{ family, serial, channel }], from, to, POINTS);
    const [stored] = (await withDeadline(query, deadlineMs, 'Reading the chart of an alarm')).channels;
    if (stored?.unit !== alarm.unit) return undefined;
    const series = seriesOf(stored.parts);
    if (series.value.filter((value) => value !== null).length < 2) return undefined;
    const lows = series.low.filter((value) => value !== null);
    const highs = series.high.filter((value) => value !== null);
    return {
      alarm: alarm.id,
      png: drawChart(series, { from, to, limit }),
      minimum: formatValue(Math.min(...lows), alarm, texts),
      maximum: formatValue(Math.max(...highs), alarm, texts),
      from,
      to,
    };
  } catch (error) {
    logger.debug(`no chart of alarm ${alarm.id}: ${errorText(error)}`);
    return undefined;
  }
}

interface Columns {
  at: number[];
  value: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

function seriesOf(parts: readonly HistoryPart[]): ChartSeries {
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
