import {
  type Alarm,
  type AlarmKind,
  type AlarmRuleInput,
  type AlarmState,
  alarmStateOf,
  type ChannelRef,
  type ConditionWords,
  type DisplayUnit,
  formatAlarmLimit,
  formatAlarmState,
  formatCondition,
  isDifference,
  type Precision,
} from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { formatDuration } from '../format/durations.ts';
import { formatCount, NO_VALUE, plural } from '../format/numbers.ts';

/** What the rule of an alarm says about it. */
export type KnownRule = Partial<Pick<ConditionWords, 'rule' | 'nameOf'>>;

/** What is wrong, behind the channel's name; without a rule, `changed by more than 2 °C`. */
export function formatAlarmKind(
  alarm: Pick<Alarm, 'kind' | 'limit'>,
  unit: DisplayUnit,
  { rule, nameOf = () => undefined }: KnownRule = {},
): string {
  const { kind, limit } = alarm;
  return formatCondition(alarm, { limitText: limit === null ? '' : formatAlarmLimit(kind, limit, unit), rule, nameOf });
}

/** A magnitude or a peak of an alarm: `31.25 °C`, `+2.35 °C`. @param value null for none */
export function formatAlarmValue(
  alarm: Pick<Alarm, 'kind'>,
  value: number | null,
  unit: DisplayUnit,
  precision: Precision,
): string {
  if (value === null) return NO_VALUE;
  const isSigned = isDifference(alarm.kind);
  const text = isSigned ? unit.formatDifference(value, precision) : unit.format(value, precision);
  return `${isSigned ? signed(value, text) : text} ${unit.unit}`.trimEnd();
}

/** Likewise, with as many digits as it has: `31.2 °C`, `+2.35 °C`. */
export function formatAlarmPeak(alarm: Pick<Alarm, 'kind'>, peak: number, unit: DisplayUnit): string {
  const text = formatAlarmLimit(alarm.kind, peak, unit);
  return isDifference(alarm.kind) ? signed(peak, text) : text;
}

function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text;
}

const TONES: Readonly<Record<AlarmState, Badge['tone']>> = {
  active: 'bad',
  acknowledged: 'warning',
  unseen: 'warning',
  over: 'plain',
};

export function alarmBadge(alarm: Pick<Alarm, 'ended' | 'acknowledged' | 'flapping'>): Badge {
  return { word: formatAlarmState(alarm), tone: TONES[alarmStateOf(alarm)] };
}

export interface AlarmCounts {
  active: number;
  /** Of the active ones. */
  unacknowledged: number;
  /** Cleared, but not acknowledged. */
  unseen: number;
}

export function countAlarms(alarms: readonly Alarm[]): AlarmCounts {
  const counts: AlarmCounts = { active: 0, unacknowledged: 0, unseen: 0 };
  for (const alarm of alarms) {
    const state = alarmStateOf(alarm);
    if (state === 'unseen') counts.unseen += 1;
    else counts.active += 1;
    if (state === 'active') counts.unacknowledged += 1;
  }
  return counts;
}

/** `2 alarms, 1 unacknowledged, 1 cleared`; empty without alarms. */
export function countsWords({ active, unacknowledged, unseen }: AlarmCounts): string {
  if (active === 0) return unseen === 0 ? '' : `${plural(unseen, 'alarm')} cleared, unacknowledged`;
  const parts = [plural(active, 'alarm')];
  if (unacknowledged === 0) parts.push('acknowledged');
  else parts.push(unacknowledged === active ? 'unacknowledged' : `${formatCount(unacknowledged)} unacknowledged`);
  if (unseen > 0) parts.push(`${formatCount(unseen)} cleared`);
  return parts.join(', ');
}

type Conditions = Pick<
  AlarmRuleInput,
  'upper' | 'lower' | 'change' | 'change_s' | 'deviation' | 'reference' | 'no_data_s'
>;

/**
 * `above 30 °C`, `below 10 °C`, `changed by more than 2 °C within 10 min`, `deviates by more than 1 °C from Return`,
 * `no data for 10 min`
 * @param nameOf the channel that a deviation compares with
 */
export function formatRule(rule: Conditions, unit: DisplayUnit, nameOf: (channel: ChannelRef) => string): string[] {
  const conditionOf = (kind: AlarmKind, limit: number | null): string[] =>
    limit === null ? [] : [formatAlarmKind({ kind, limit }, unit, { rule, nameOf })];
  return [
    ...conditionOf('above', rule.upper),
    ...conditionOf('below', rule.lower),
    ...conditionOf('change', rule.change),
    ...conditionOf('deviation', rule.deviation),
    ...(rule.no_data_s === null ? [] : [`no data for ${formatDuration(rule.no_data_s)}`]),
  ];
}
