/** Texts of alarms that window, notifications and desktop shell share. */
import type { AlarmRuleInput } from './alarm-rules.ts';
import type { Alarm, AlarmKind } from './alarms.ts';
import type { DisplayUnit } from './display-unit.ts';
import type { ChannelRef } from './history.ts';
import { formatEntered, formatExactDuration } from './number-format.ts';

/** A limit with its display unit. */
export function formatLimit(limit: number, { toShown, unit }: Pick<DisplayUnit, 'toShown' | 'unit'>): string {
  return `${formatEntered(toShown(limit))} ${unit}`.trimEnd();
}

/** Whether limit, trigger and peak of an alarm are differences instead of readings. */
export function isDifference(kind: AlarmKind): boolean {
  return kind === 'change' || kind === 'deviation';
}

/** The limit of an alarm, as entered in its rule: `30 °C`. */
export function formatAlarmLimit(
  kind: AlarmKind,
  limit: number,
  { toShown, toShownDifference, unit }: Pick<DisplayUnit, 'toShown' | 'toShownDifference' | 'unit'>,
): string {
  return formatLimit(limit, { toShown: isDifference(kind) ? toShownDifference : toShown, unit });
}

export interface ConditionWords {
  /** The limit with its unit: `30 °C`. */
  limitText: string;
  /** Of the alarm, as it is now; undefined if unknown. */
  rule?: Pick<AlarmRuleInput, 'change' | 'change_s' | 'deviation' | 'reference'> | undefined;
  /** The channel that a deviation compares with; undefined if it has no name. */
  nameOf: (channel: ChannelRef) => string | undefined;
}

/**
 * What is wrong, behind the channel's name: `above 30 °C`, `changed by more than 2 °C within 10 min`, `deviates by more
 * than 1 °C from Return`, `no data`.
 */
export function formatCondition({ kind, limit }: Pick<Alarm, 'kind' | 'limit'>, words: ConditionWords): string {
  const { limitText, rule, nameOf } = words;
  if (kind === 'no-data' || limit === null) return 'no data';
  // With another limit, the rule may have had another time or reference.
  if (kind === 'change') {
    const within = rule?.change === limit ? ` within ${formatExactDuration(rule.change_s * 1000)}` : '';
    return `changed by more than ${limitText}${within}`;
  }
  if (kind !== 'deviation') return `${kind} ${limitText}`;
  const reference = rule?.deviation === limit ? rule.reference : null;
  return `deviates by more than ${limitText} from ${(reference && nameOf(reference)) || 'its reference'}`;
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
