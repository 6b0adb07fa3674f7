import type { Alarm } from '../contract/index.ts';
import {
  describeCondition,
  formatAlarmValue,
  formatDifference,
  type ReadingTextSource,
} from '../devices/describe-condition.ts';
import type { AlarmEventKind, NotifiedAlarm } from './types.ts';

/**
 * An alarm with the user's names and display units, and the displayed decimals.
 * @param at when the event happened, in milliseconds since 1970
 */
export function describeAlarm(
  event: AlarmEventKind,
  at: number,
  alarm: Alarm,
  source: ReadingTextSource,
): NotifiedAlarm {
  return { event, at, alarm, ...describeCondition(alarm, source), value: valueOf(alarm, source) };
}

function valueOf(alarm: Alarm, source: ReadingTextSource): string {
  const { kind, magnitude } = alarm;
  if (kind === 'no-data' || magnitude === null) return '';
  if (kind !== 'change') return formatAlarmValue(magnitude, alarm, source);
  return `${magnitude < 0 ? 'fell' : 'rose'} by ${formatDifference(Math.abs(magnitude), alarm, source)}`;
}
