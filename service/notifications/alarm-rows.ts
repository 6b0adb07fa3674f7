import { formatAlarmState, formatCount, formatElapsed, isDifference, SEVERITY_NAMES } from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import { formatLocalTime, type ZoneOffset } from '../support/local-time.ts';
import type { NotifiedAlarm } from './types.ts';

/** One fact of an alarm, on one line. */
export interface AlarmRow {
  label: string;
  text: string;
}

/** Longer than any value, so that only hostile names are shortened. */
const MAX_TEXT = 500;

/** @param now in milliseconds since 1970 */
export function alarmRows(notified: NotifiedAlarm, now: number, offsetOf: ZoneOffset): AlarmRow[] {
  const { alarm, device, channel, value, limit } = notified;
  const since = Date.parse(alarm.since);
  const time = (timestamp: string): string => formatLocalTime(Date.parse(timestamp), offsetOf);
  const rows: (readonly [label: string, text: string])[] = [
    ['Message', alarm.message],
    // The usual one is not worth a line.
    ['Severity', alarm.severity === 'warning' ? '' : SEVERITY_NAMES[alarm.severity]],
    ['Device', device],
    ['Channel', channel],
    ['Trigger value', value],
    ['Limit', limit && `${isDifference(alarm.kind) ? `${alarm.kind} above` : alarm.kind} ${limit}`],
  ];
  if (alarm.ended === null) {
    rows.push(['Since', `${time(alarm.since)} (${formatElapsed(now - since)})`]);
  } else {
    rows.push(['Raised', time(alarm.since)]);
    rows.push(['Cleared', `${time(alarm.ended)} (after ${formatElapsed(Date.parse(alarm.ended) - since)})`]);
  }
  rows.push(['State', formatAlarmState(alarm)]);
  if (alarm.acknowledged !== null) {
    rows.push(['Acknowledged', time(alarm.acknowledged)]);
    rows.push(['Acknowledged by', alarm.acknowledged_by], ['Comment', alarm.acknowledgment_comment]);
  }
  if (alarm.count > 1) rows.push(['Count', `raised ${formatCount(alarm.count)} times`]);
  return rows.filter(([, text]) => text !== '').map(([label, text]) => ({ label, text: labelText(text, MAX_TEXT) }));
}
