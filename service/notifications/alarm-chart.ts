/** The chart of an alarm's last hour, from the history. */
import { seriesOf } from '../contract/chart-series.ts';
import { type Alarm, type ChannelRef, type HistoryResult, isDifference } from '../contract/index.ts';
import { formatValue, type ReadingTextSource } from '../devices/describe-condition.ts';
import type { Clock } from '../support/clock.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { drawChart } from './chart-png.ts';

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
  texts: ReadingTextSource;
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
  const { family, serial, channel, kind } = alarm;
  const limit = isDifference(kind) ? null : alarm.limit;
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
