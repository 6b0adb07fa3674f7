/** Texts of alarms that window, notifications and desktop shell share. */
import type { Alarm } from './alarms.ts';
import type { DisplayUnit } from './display-unit.ts';
import { formatEntered } from './number-format.ts';

/** A limit with its display unit. */
export function formatLimit(limit: number, { toShown, unit }: Pick<DisplayUnit, 'toShown' | 'unit'>): string {
  return `${formatEntered(toShown(limit))} ${unit}`.trimEnd();
}

/** `unseen`: cleared, but not acknowledged. `over`: both. */
export type AlarmState = 'active' | 'acknowledged' | 'unseen' | 'over';

/** An alarm leaves the list once it is cleared and acknowledged. */
export function alarmStateOf({ ended, acknowledged }: Pick<Alarm, 'ended' | 'acknowledged'>): AlarmState {
  if (ended === null) return acknowledged === null ? 'active' : 'acknowledged';
  return acknowledged === null ? 'unseen' : 'over';
}

const STATE_WORDS: Readonly<Record<AlarmState, string>> = {
  active: 'Active',
  acknowledged: 'Acknowledged',
  unseen: 'Cleared, unacknowledged',
  over: 'Cleared',
};

/** `Active`, `Flapping, acknowledged` */
export function formatAlarmState(alarm: Pick<Alarm, 'ended' | 'acknowledged' | 'flapping'>): string {
  const state = alarmStateOf(alarm);
  if (!alarm.flapping) return STATE_WORDS[state];
  return state === 'active' ? 'Flapping' : 'Flapping, acknowledged';
}
