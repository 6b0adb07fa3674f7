import {
  type Alarm,
  type AlarmRuleInput,
  type AlarmState,
  alarmStateOf,
  type ChannelRef,
  type DisplayUnit,
  formatAlarmState,
  formatLimit,
  type Precision,
} from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { formatDuration } from '../format/durations.ts';
import { formatCount, formatEntered, NO_VALUE, plural } from '../format/numbers.ts';

/**
 * What is wrong, behind the channel's name: `above 30 °C`, `changed by more than 2 °C within 10 min`, `no data`.
 * @param rule of the alarm, for the time of a change; undefined if unknown
 */
export function formatAlarmKind(
  { kind, limit }: Pick<Alarm, 'kind' | 'limit'>,
  unit: DisplayUnit,
  rule?: Pick<AlarmRuleInput, 'change' | 'change_s'>,
): string {
  if (kind === 'no-data' || limit === null) return 'no data';
  // With another change, the rule may have had another time.
  if (kind === 'change') return formatChange(limit, rule?.change === limit ? rule.change_s : undefined, unit);
  if (kind === 'deviation') return `deviates by more than ${formatLimitDifference(limit, unit)}`;
  return `${kind} ${formatLimit(limit, unit)}`;
}

/** @param seconds undefined if unknown */
function formatChange(change: number, seconds: number | undefined, unit: DisplayUnit): string {
  const within = seconds === undefined ? '' : ` within ${formatDuration(seconds)}`;
  return `changed by more than ${formatLimitDifference(change, unit)}${within}`;
}

function formatLimitDifference(difference: number, { toShownDifference, unit }: DisplayUnit): string {
  return `${formatEntered(toShownDifference(difference))} ${unit}`.trimEnd();
}

/** Whether limit, trigger and peak of an alarm are differences instead of readings. */
export function hasDifferences({ kind }: Pick<Alarm, 'kind'>): boolean {
  return kind === 'change' || kind === 'deviation';
}

/** The limit of an alarm, as entered in its rule: `30 °C`. */
export function formatAlarmLimit(alarm: Pick<Alarm, 'kind'>, limit: number, unit: DisplayUnit): string {
  return hasDifferences(alarm) ? formatLimitDifference(limit, unit) : formatLimit(limit, unit);
}

/** A magnitude or a peak of an alarm: `31.25 °C`, `+2.35 °C`. @param value null for none */
export function formatAlarmValue(
  alarm: Pick<Alarm, 'kind'>,
  value: number | null,
  unit: DisplayUnit,
  precision: Precision,
): string {
  if (value === null) return NO_VALUE;
  const isDifference = hasDifferences(alarm);
  const text = isDifference ? unit.formatDifference(value, precision) : unit.format(value, precision);
  return `${isDifference ? signed(value, text) : text} ${unit.unit}`.trimEnd();
}

/** Likewise, with as many digits as it has: `31.2 °C`, `+2.35 °C`. */
export function formatAlarmPeak(alarm: Pick<Alarm, 'kind'>, peak: number, unit: DisplayUnit): string {
  const text = formatAlarmLimit(alarm, peak, unit);
  return hasDifferences(alarm) ? signed(peak, text) : text;
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
  const { upper, lower, change, change_s, deviation, reference, no_data_s } = rule;
  return [
    ...(upper === null ? [] : [`above ${formatLimit(upper, unit)}`]),
    ...(lower === null ? [] : [`below ${formatLimit(lower, unit)}`]),
    ...(change === null ? [] : [formatChange(change, change_s, unit)]),
    ...(deviation === null || reference === null
      ? []
      : [`deviates by more than ${formatLimitDifference(deviation, unit)} from ${nameOf(reference)}`]),
    ...(no_data_s === null ? [] : [`no data for ${formatDuration(no_data_s)}`]),
  ];
}
