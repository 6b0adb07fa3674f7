import { formatTimestamp } from '../../../data/format/numbers.ts';
import type { DisplayUnits } from '../../../data/units/display-units.ts';
import type { ChannelSource } from '../data-source/channel-source.ts';
import { viewStatistics } from '../data-source/view-statistics.ts';
import { writeText } from '../engine/write.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { trendOf } from './trend.ts';

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
    const inWords = (value: number | null): string =>
      value === null ? NO_READING : `${unit.format(value, channel.label)} ${unit.unit}`;
    const texts = [...[latest, min, max, mean].map(inWords), trendOf(source, view, width) ?? UNKNOWN_TREND];
    for (const [column, text] of texts.entries()) {
      const cell = summary.rows[index]?.cells[column + 1];
      if (cell) writeText(cell, text);
    }
  }
}
