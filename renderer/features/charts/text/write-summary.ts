import { formatMoment } from '../../../data/format/numbers.ts';
import type { DisplayUnits } from '../../../data/units/index.ts';
import { writeText } from '../engine/write.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import { viewStatistics } from '../source/view-statistics.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { trendOf } from './trend.ts';

/** What is said of each channel. */
export const SUMMARY_COLUMNS = ['Latest', 'Least', 'Greatest', 'Mean', 'Trend'] as const;

/** What the table says. */
export interface Summarised {
  readonly channels: readonly ChartChannel[];
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly view: View;
  /** Of the charts, in pixels of the screen. */
  readonly width: number;
  readonly units: DisplayUnits;
}

export interface SummaryElements {
  readonly summaryStretch: HTMLElement;
  /** A row for each channel. */
  readonly summary: HTMLTableSectionElement;
}

/** Writes the figures of the view into a table, for those who do not see the charts. */
export function writeSummary({ summaryStretch, summary }: SummaryElements, summarised: Summarised): void {
  const { channels, sources, view, width, units } = summarised;
  writeText(summaryStretch, `, from ${formatMoment(view.from)} to ${formatMoment(view.to)}`);
  for (const [index, channel] of channels.entries()) {
    const source = sources.get(channel.key);
    if (!source) continue;
    const { latest, min, max, mean } = viewStatistics(source, view, width);
    const unit = units.of(channel.unit);
    const inWords = (value: number | null): string =>
      value === null ? 'none' : `${unit.format(value, channel.label)} ${unit.unit}`;
    const texts = [...[latest, min, max, mean].map(inWords), trendOf(source, view, width) ?? 'none'];
    for (const [column, text] of texts.entries()) {
      const cell = summary.rows[index]?.cells[column + 1];
      if (cell) writeText(cell, text);
    }
  }
}
