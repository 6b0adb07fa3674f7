import type { Alarm } from '../contract/index.ts';
import { describeCondition, formatValue, type ReadingTextSource } from '../devices/describe-condition.ts';
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
  const value = alarm.kind === 'no-data' || alarm.magnitude === null ? '' : formatValue(alarm.magnitude, alarm, source);
  return { event, at, alarm, ...describeCondition(alarm, source), value };
}
