import {
  type Alarm,
  type AlarmRuleInput,
  type AlarmState,
  alarmStateOf,
  type DisplayUnit,
  formatAlarmState,
  formatLimit,
} from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { formatDuration } from '../format/durations.ts';
import { formatCount, plural } from '../format/numbers.ts';

/** What is wrong, behind the channel's name: `above 30 °C`, `no data`. */
export function formatAlarmKind({ kind, limit }: Pick<Alarm, 'kind' | 'limit'>, unit: DisplayUnit): string {
  if (kind === 'no-data' || limit === null) return 'no data';
  return `${kind} ${formatLimit(limit, unit)}`;
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

type Watched = Pick<AlarmRuleInput, 'upper' | 'lower' | 'no_data_s'>;

/** `above 30 °C`, `below 10 °C`, `no data for 10 min` */
export function formatRule({ upper, lower, no_data_s }: Watched, unit: DisplayUnit): string[] {
  return [
    ...(upper === null ? [] : [`above ${formatLimit(upper, unit)}`]),
    ...(lower === null ? [] : [`below ${formatLimit(lower, unit)}`]),
    ...(no_data_s === null ? [] : [`no data for ${formatDuration(no_data_s)}`]),
  ];
}
