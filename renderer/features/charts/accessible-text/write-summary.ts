import type { DisplayUnits } from '../../../../service/contract/index.ts';
import { formatTimestamp } from '../../../data/format/numbers.ts';
import { type ChartChannel, precisionOf } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { eachReading, type ReadingSource } from '../data/readings.ts';
import { viewStatistics } from '../data/statistics.ts';
import { writeText } from '../scene/elements.ts';
import type { View } from '../view/view.ts';

type Trend = 'rising' | 'falling' | 'steady';

/** A smaller change, as a fraction of the range from minimum to maximum, is steady. */
const WORTH_SAYING = 0.4;

/** Fractions of the view at its start and end that are compared. */
const PART = 1 / 3;

/**
 * The trend in a view: the mean of its last third compared to that of its first.
 * @param width of the chart, in screen pixels
 * @returns undefined if one of them has no readings
 */
export function trendOf(source: ReadingSource, view: View, width: number): Trend | undefined {
  const length = (view.to - view.from) * PART;
  const first = { count: 0, mean: 0 };
  const last = { count: 0, mean: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  eachReading(source, view, width, (time, value, low, high) => {
    [min, max] = [Math.min(min, low), Math.max(max, high)];
    const part = time <= view.from + length ? first : time >= view.to - length ? last : undefined;
    if (!part) return;
    part.count += 1;
    part.mean += (value - part.mean) / part.count;
  });
  if (first.count === 0 || last.count === 0) return undefined;
  const change = last.mean - first.mean;
  if (Math.abs(change) <= WORTH_SAYING * (max - min)) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}

export const SUMMARY_COLUMNS = ['Latest', 'Minimum', 'Maximum', 'Mean', 'Trend'] as const;

export const NO_READING = 'no reading';
export const UNKNOWN_TREND = 'unknown';

export interface Summarised {
  readonly channels: readonly ChartChannel[];
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly view: View;
  /** Width of the charts, in screen pixels. */
  readonly width: number;
  readonly units: DisplayUnits;
}

export interface SummaryElements {
  readonly summaryRange: HTMLElement;
  /** A row for each channel. */
  readonly summary: HTMLTableSectionElement;
}

/** Writes the statistics of the view into the table for screen readers. */
export function writeSummary({ summaryRange, summary }: SummaryElements, summarised: Summarised): void {
  const { channels, sources, view, width, units } = summarised;
  writeText(summaryRange, `: ${formatTimestamp(view.from)} to ${formatTimestamp(view.to)}`);
  for (const [index, channel] of channels.entries()) {
    const source = sources.get(channel.key);
    if (!source) continue;
    const { latest, min, max, mean } = viewStatistics(source, view, width);
    const unit = units.of(channel.unit);
    const formatValue = (value: number | null): string =>
      value === null ? NO_READING : `${unit.format(value, precisionOf(channel))} ${unit.unit}`;
    const texts = [...[latest, min, max, mean].map(formatValue), trendOf(source, view, width) ?? UNKNOWN_TREND];
    for (const [column, text] of texts.entries()) {
      const cell = summary.rows[index]?.cells[column + 1];
      if (cell) writeText(cell, text);
    }
  }
}
