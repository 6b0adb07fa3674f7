import { isDeepStrictEqual } from 'node:util';
import type { Alarm, AlarmRuleInput } from '../contract/index.ts';
import { limitOf } from './rule-monitor.ts';

/**
 * Whether an active alarm of a channel that the changed rule watches continues under it: with the same or a tighter limit, or with a newest reading
 * beyond the new one (docs/alarms.md#when-an-alarm-is-cleared).
 * @param before the rule so far; undefined if unknown: then the limit is that of the alarm, and the rest is the same
 * @param newest reading of the channel; undefined if there is none
 */
export function staysActive(
  alarm: Alarm,
  before: AlarmRuleInput | undefined,
  rule: AlarmRuleInput,
  newest: number | undefined,
): boolean {
  const { kind } = alarm;
  const limit = limitOf(rule, kind);
  if (limit === null) return false;
  if (before && !isAsWide(kind, before, rule)) return false;
  const sign = kind === 'below' ? -1 : 1;
  const limitBefore = before ? limitOf(before, kind) : alarm.limit;
  if (limitBefore === null || (limitBefore - limit) * sign >= 0) return true;
  const isLimit = kind === 'above' || kind === 'below';
  return isLimit && newest !== undefined && (newest - limit) * sign > 0;
}

/** Whether the rule compares with the same channel, or over at least the same time. */
function isAsWide(kind: Alarm['kind'], before: AlarmRuleInput, rule: AlarmRuleInput): boolean {
  if (kind === 'deviation') return isDeepStrictEqual(before.reference, rule.reference);
  return kind !== 'change' || rule.change_s >= before.change_s;
}
