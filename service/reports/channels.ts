import {
  type DisplayUnit,
  DisplayUnits,
  formatLimit,
  type Precision,
  type RunChannelStatistics,
} from '../contract/index.ts';
import { nameChannel, precisionOf } from '../devices/describe-condition.ts';
import { labelText } from '../devices/labels.ts';
import type { ReportData } from './types.ts';

/** A channel of a report with the user's names and its display unit. */
export interface DescribedChannel {
  statistics: RunChannelStatistics;
  /** `Temperature, Cold room (E24638)` */
  name: string;
  unit: DisplayUnit;
  precision: Precision;
}

export function describeChannels({ statistics, texts }: Pick<ReportData, 'statistics' | 'texts'>): DescribedChannel[] {
  const units = new DisplayUnits(texts.settings.get().display_units);
  return statistics.channels.map((channel) => {
    const { device, channel: name } = nameChannel(channel, texts);
    const unit = units.of(channel.unit);
    return {
      statistics: channel,
      name: device ? `${name}, ${device}` : name,
      unit: { ...unit, unit: labelText(unit.unit) },
      precision: precisionOf(channel, texts),
    };
  });
}

/** `2 °C to 8 °C`, `at most 8 °C`; empty without limits. */
export function formatLimits({ statistics: { low, high }, unit }: DescribedChannel): string {
  if (low !== null && high !== null) return `${formatLimit(low, unit)} to ${formatLimit(high, unit)}`;
  if (low !== null) return `at least ${formatLimit(low, unit)}`;
  return high === null ? '' : `at most ${formatLimit(high, unit)}`;
}
