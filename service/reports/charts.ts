/** The charts of a report: one for each unit, or several if it has many channels. */
import { type ChartSeries, isDrawn, seriesOf } from '../contract/chart-series.ts';
import { channelPath, type DisplayUnit, deviceKey, runLeadMs, runStart } from '../contract/index.ts';
import { constantSpan, nextRange } from '../contract/value-range.ts';
import { type DescribedChannel, formatLimits } from './channels.ts';
import { alarmLabel, markerLabel } from './event-tables.ts';
import type { ReportChart, ReportData } from './types.ts';

/** More lines of one chart cannot be distinguished on paper. */
const MAX_LINES = 8;

/** Approximate number of value ticks. */
export const VALUE_STEPS = 6;

interface DrawnChannel extends DescribedChannel {
  points: ChartSeries;
}

export function chartsOf(channels: readonly DescribedChannel[], data: ReportData): ReportChart[] {
  const stored = new Map(data.history.channels.map((channel) => [channelPath(channel), channel]));
  const drawn = channels.flatMap((channel): DrawnChannel[] => {
    const found = stored.get(channelPath(channel.statistics));
    if (found?.unit !== channel.statistics.unit) return [];
    const points = shownSeries(seriesOf(found.parts), channel.unit);
    return points.value.some(isDrawn) ? [{ ...channel, points }] : [];
  });
  return [...Map.groupBy(drawn, ({ unit }) => unit.contractUnit).values()].flatMap((ofUnit) => {
    const count = Math.ceil(ofUnit.length / MAX_LINES);
    return Array.from({ length: count }, (_, index) => {
      const some = ofUnit.slice(index * MAX_LINES, (index + 1) * MAX_LINES);
      return chartOf(some, data, count > 1 ? ` (${index + 1} of ${count})` : '');
    });
  });
}

function shownSeries({ at, value, low, high }: ChartSeries, unit: DisplayUnit): ChartSeries {
  const shown = (column: ChartSeries['value']): (number | null)[] =>
    column.map((one) => (isDrawn(one) ? unit.toShown(one) : null));
  return { at, value: shown(value), low: shown(low), high: shown(high) };
}

function chartOf(channels: readonly DrawnChannel[], data: ReportData, part: string): ReportChart {
  const { run, statistics, zone } = data;
  const [from, to] = [Date.parse(statistics.from), Date.parse(statistics.to)];
  const unit = channels[0]?.unit.unit ?? '';
  const started = run && runLeadMs(run) > 0 ? runStart(run) : null;
  const limits = channels.flatMap(({ statistics: { low, high }, unit: { toShown } }) =>
    [low, high].filter(isDrawn).map(toShown),
  );
  return {
    title: `${unit ? `Readings in ${unit}` : 'Readings'}${part}`,
    unit,
    from,
    to,
    zone,
    lines: channels.map((channel) => ({ label: legendText(channel), points: channel.points })),
    range: rangeOf(channels, limits),
    limits: [...new Set(limits)].toSorted((a, b) => a - b),
    started: started !== null && started < to ? started : null,
    ...eventsOf(channels, data, from, to),
  };
}

function legendText(channel: DescribedChannel): string {
  const limits = formatLimits(channel);
  return limits ? `${channel.name}; limits: ${limits}` : channel.name;
}

/** Of all values and limits, in the display unit. */
function rangeOf(channels: readonly DrawnChannel[], limits: readonly number[]): ReportChart['range'] {
  let [min, max] = [Math.min(...limits), Math.max(...limits)];
  for (const { points } of channels) {
    for (const value of points.low) if (isDrawn(value)) min = Math.min(min, value);
    for (const value of points.high) if (isDrawn(value)) max = Math.max(max, value);
  }
  const unit = channels[0]?.unit;
  const span = unit ? unit.toShownDifference(constantSpan(unit.contractUnit, unit.toContract((min + max) / 2))) : 1;
  const options = { maxSteps: VALUE_STEPS, constantSpan: Math.abs(span), leastSpan: 0, keepsSign: true };
  return nextRange(undefined, min, max, options) ?? { min: 0, max: 1 };
}

function eventsOf(
  channels: readonly DrawnChannel[],
  { markers, alarms }: ReportData,
  from: number,
  to: number,
): Pick<ReportChart, 'markers' | 'alarms'> {
  const paths = new Set(channels.map(({ statistics }) => channelPath(statistics)));
  const devices = new Set(channels.map(({ statistics }) => deviceKey(statistics)));
  return {
    markers: markers.flatMap(({ at, device }, index) =>
      device === null || devices.has(device) ? [{ label: markerLabel(index), at }] : [],
    ),
    alarms: alarms.flatMap((alarm, index) =>
      paths.has(channelPath(alarm))
        ? [
            {
              label: alarmLabel(index),
              from: Math.max(from, Date.parse(alarm.since)),
              to: alarm.ended === null ? to : Math.min(to, Date.parse(alarm.ended)),
            },
          ]
        : [],
    ),
  };
}
