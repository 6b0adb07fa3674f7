import { ALARM_SEVERITIES, type AlarmSeverity, plural } from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import type { AlarmEventKind, NotifiedAlarm, OutgoingMessage } from './types.ts';

/** Alarms that a subject names. It counts the others. */
const NAMED = 3;

/** Lengths in characters: mail programs show about 80. */
const MAX_SUBJECT = 250;
const MAX_NAMED = 80;

const EVENT_WORDS: Readonly<Record<Exclude<AlarmEventKind, 'raised'>, string>> = {
  reminder: 'Reminder',
  acknowledged: 'Acknowledged',
  cleared: 'Cleared',
};

/** A raised alarm, by its severity. */
const RAISED_WORDS: Readonly<Record<AlarmSeverity, string>> = {
  information: 'Information',
  warning: 'Alarm',
  critical: 'Critical alarm',
};

/** What happened to an alarm: `Critical alarm`, `Cleared`. */
export function eventWord({ event, alarm }: Pick<NotifiedAlarm, 'event' | 'alarm'>): string {
  return event === 'raised' ? RAISED_WORDS[alarm.severity] : EVENT_WORDS[event];
}

/** Several alarms with the same event. */
const SEVERAL: Readonly<Record<AlarmEventKind, (count: number) => string>> = {
  raised: (count) => plural(count, 'alarm'),
  reminder: (count) => `Reminder about ${plural(count, 'alarm')}`,
  acknowledged: (count) => `${plural(count, 'alarm')} acknowledged`,
  cleared: (count) => `${plural(count, 'alarm')} cleared`,
};

/** The same among others. */
const AMONG: Readonly<Record<AlarmEventKind, (count: number) => string>> = {
  raised: (count) => plural(count, 'alarm'),
  reminder: (count) => plural(count, 'reminder'),
  acknowledged: (count) => `${count} acknowledged`,
  cleared: (count) => `${count} cleared`,
};

const EVENT_ORDER: readonly AlarmEventKind[] = ['raised', 'reminder', 'acknowledged', 'cleared'];

/** What needs attention first; otherwise as given. */
export function inOrder(alarms: readonly NotifiedAlarm[]): NotifiedAlarm[] {
  return EVENT_ORDER.flatMap((event) => {
    const same = alarms.filter((one) => one.event === event);
    const rank = ({ alarm }: NotifiedAlarm): number => ALARM_SEVERITIES.indexOf(alarm.severity);
    return same.toSorted((one, other) => rank(other) - rank(one));
  });
}

/**
 * One line without control characters, whatever the names are.
 * @param alarms as `inOrder` has them
 */
export function subjectOf(kind: OutgoingMessage['kind'], alarms: readonly NotifiedAlarm[]): string {
  return labelText(kind === 'alarms' ? alarmsSubject(alarms) : otherSubject(kind, alarms.length), MAX_SUBJECT);
}

/** `Cold room: Temperature above 30 °C`; the serial number is in the text. */
export function headlineOf({ device, condition, alarm }: NotifiedAlarm): string {
  const number = ` (${labelText(alarm.serial, MAX_SUBJECT)})`;
  const name = device.endsWith(number) ? device.slice(0, -number.length) : device;
  return name ? `${name}: ${condition}` : condition;
}

function otherSubject(kind: 'daily' | 'test', active: number): string {
  if (kind === 'test') return 'Test message from Mensura';
  return `Mensura is running: ${active === 0 ? 'no active alarms' : plural(active, 'active alarm')}`;
}

function alarmsSubject(alarms: readonly NotifiedAlarm[]): string {
  const [first] = alarms;
  if (first && alarms.length === 1) {
    const value = first.event === 'raised' && first.value ? ` (${first.value})` : '';
    return `${eventWord(first)}: ${headlineOf(first)}${value}`;
  }
  const counts = EVENT_ORDER.map((event) => ({ event, count: alarms.filter((one) => one.event === event).length }));
  const present = counts.filter(({ count }) => count > 0);
  const words = present.length === 1 ? SEVERAL : AMONG;
  const total = present.map(({ event, count }) => words[event](count)).join(', ');
  const named = alarms.slice(0, NAMED).map((one) => labelText(headlineOf(one), MAX_NAMED));
  const more = alarms.length > NAMED ? ` and ${alarms.length - NAMED} more` : '';
  return `${total}: ${named.join(', ')}${more}`;
}
