import type { DisplayUnits } from '../../../data/units/index.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import { viewStatistics } from '../source/view-statistics.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { writeText } from './write.ts';

/** What the table says. */
export interface Summarised {
  readonly channels: readonly ChartChannel[];
  readonly sources: ReadonlyMap<string, ChannelSource>;
  readonly view: View;
  /** Of the charts, in pixels of the screen. */
  readonly width: number;
  readonly units: DisplayUnits;
}

/** Writes the figures of the view into a table, for those who do not see the charts: a row for each channel. */
export function writeSummary(body: HTMLTableSectionElement, summarised: Summarised): void {
  const { channels, sources, view, width, units } = summarised;
  for (const [index, channel] of channels.entries()) {
    const source = sources.get(channel.key);
    if (!source) continue;
    const { latest, min, max, mean } = viewStatistics(source, view, width);
    for (const [column, value] of [latest, min, max, mean].entries()) {
      const cell = body.rows[index]?.cells[column + 1];
      const unit = units.of(channel.unit);
      if (cell) writeText(cell, value === null ? 'none' : `${unit.format(value, channel.label)} ${unit.unit}`);
    }
  }
}
