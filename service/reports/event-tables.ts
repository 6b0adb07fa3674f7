/** Alarms and markers, numbered as in the charts. */
import { type Alarm, deviceKey, formatAlarmState, formatCount, NO_VALUE, SEVERITY_NAMES } from '../contract/index.ts';
import { describeCondition, formatAlarmValue } from '../devices/describe-condition.ts';
import { labelText } from '../devices/labels.ts';
import { formatLocalTime } from '../support/local-time.ts';
import type { DescribedChannel } from './channels.ts';
import type { ReportData, ReportTable } from './types.ts';

/** Longer than any message of a rule. */
const MAX_TEXT = 500;

/** `A1` @param index in the list of the report */
export function alarmLabel(index: number): string {
  return `A${index + 1}`;
}

/** `M1` @param index in the list of the report */
export function markerLabel(index: number): string {
  return `M${index + 1}`;
}

export function alarmTable({ alarms, areAlarmsCut, texts, zone }: ReportData): ReportTable {
  const time = (timestamp: string | null): string =>
    timestamp === null ? NO_VALUE : formatLocalTime(Date.parse(timestamp), zone.offsetOf);
  const value = (magnitude: number | null, alarm: Alarm): string =>
    magnitude === null ? NO_VALUE : formatAlarmValue(magnitude, alarm, texts);
  return {
    columns: [
      { label: 'No.', isNumber: true },
      { label: 'Alarm' },
      { label: 'Severity' },
      { label: 'Raised' },
      { label: 'Cleared' },
      { label: 'Trigger value', isNumber: true },
      { label: 'Peak', isNumber: true },
      { label: 'State' },
    ],
    rows: alarms.map((alarm, index) => {
      const { condition, device } = describeCondition(alarm, texts);
      const message = labelText(alarm.message, MAX_TEXT);
      return [
        alarmLabel(index),
        [condition, device, message].filter(Boolean).join('\n'),
        SEVERITY_NAMES[alarm.severity],
        time(alarm.since),
        time(alarm.ended),
        value(alarm.magnitude, alarm),
        value(alarm.peak, alarm),
        alarm.count > 1
          ? `${formatAlarmState(alarm)}\nraised ${formatCount(alarm.count)} times`
          : formatAlarmState(alarm),
      ];
    }),
    none: 'No alarms of these channels in this range.',
    notes: areAlarmsCut ? [`Only the ${formatCount(alarms.length)} newest alarms are listed.`] : [],
  };
}

export function markerTable(channels: readonly DescribedChannel[], data: ReportData): ReportTable {
  const { markers, areMarkersCut, texts, zone } = data;
  const keys = new Map(channels.map(({ statistics }) => [deviceKey(statistics), statistics]));
  const deviceOf = (key: string | null): string => {
    const device = key === null ? undefined : keys.get(key);
    if (!device) return 'All';
    const { alias } = texts.names.get(device);
    return labelText(alias ? `${alias} (${device.serial})` : device.serial, MAX_TEXT);
  };
  return {
    columns: [{ label: 'No.', isNumber: true }, { label: 'Time' }, { label: 'Marker' }, { label: 'Device' }],
    rows: markers.map(({ at, text, device }, index) => [
      markerLabel(index),
      formatLocalTime(at, zone.offsetOf),
      labelText(text, MAX_TEXT),
      deviceOf(device),
    ]),
    none: 'No markers in this range.',
    notes: areMarkersCut ? [`Only the ${formatCount(markers.length)} newest markers are listed.`] : [],
  };
}
