import type { SampleRing } from '../../../data/samples/index.ts';
import type { ChartChannel, FormatValue } from '../types.ts';
import { statistics } from '../view/statistics.ts';
import type { View } from '../view/view.ts';

/** Writes the figures of the view into a table, for those who do not see the charts: a row for each channel. */
export function writeSummary(
  body: HTMLTableSectionElement,
  channels: readonly ChartChannel[],
  view: View,
  seriesOf: (channel: ChartChannel) => SampleRing | undefined,
  format: FormatValue,
): void {
  for (const [index, channel] of channels.entries()) {
    const { latest, min, max, mean } = statistics(seriesOf(channel), view);
    for (const [column, value] of [latest, min, max, mean].entries()) {
      const cell = body.rows[index]?.cells[column + 1];
      const text = value === null ? 'none' : `${format(value, channel)} ${channel.unit}`;
      if (cell && cell.textContent !== text) cell.textContent = text;
    }
  }
}
