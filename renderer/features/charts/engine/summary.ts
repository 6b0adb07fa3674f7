import type { DisplayUnits } from '../../../data/units/index.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import type { ChartChannel } from '../types.ts';
import { statistics } from '../view/statistics.ts';
import type { View } from '../view/view.ts';

/** Writes the figures of the view into a table, for those who do not see the charts: a row for each channel. */
export function writeSummary(
  body: HTMLTableSectionElement,
  channels: readonly ChartChannel[],
  view: View,
  sources: ReadonlyMap<string, ChannelSource>,
  units: DisplayUnits,
): void {
  for (const [index, channel] of channels.entries()) {
    const { latest, min, max, mean } = statistics(sources.get(channel.key)?.ring, view);
    for (const [column, value] of [latest, min, max, mean].entries()) {
      const cell = body.rows[index]?.cells[column + 1];
      const unit = units.of(channel.unit);
      const text = value === null ? 'none' : `${unit.format(value, channel.label)} ${unit.unit}`;
      if (cell && cell.textContent !== text) cell.textContent = text;
    }
  }
}
