import type { Alarm, AlarmKind, AlarmRuleInput } from '../contract/index.ts';
import { LimitMonitor } from './limit-monitor.ts';
import type { Monitor } from './monitor.ts';
import { NoDataMonitor } from './no-data-monitor.ts';

/** The rule's limit for a kind of alarm, in seconds for `no-data`. Null: not monitored. */
export function limitOf(rule: AlarmRuleInput, kind: AlarmKind): number | null {
  if (kind === 'above') return rule.upper;
  return kind === 'below' ? rule.lower : rule.no_data_s;
}

export class RuleMonitor {
  readonly id: string;
  readonly rule: AlarmRuleInput;
  readonly monitors: readonly Monitor[];
  /** The unit of the newest reading; empty before the first. */
  unit = '';

  /**
   * @param active the rule's active alarms
   * @param now on the monotonic clock
   */
  constructor(id: string, rule: AlarmRuleInput, active: readonly Alarm[], now: number) {
    this.id = id;
    this.rule = rule;
    this.monitors = createMonitors(rule, active, now);
  }

  /** The earliest time at which a monitor is due; Infinity if none is. */
  get due(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { due = Number.POSITIVE_INFINITY } of this.monitors) earliest = Math.min(earliest, due);
    return earliest;
  }
}

function createMonitors(rule: AlarmRuleInput, active: readonly Alarm[], now: number): Monitor[] {
  const { hysteresis, no_data_s } = rule;
  const monitors: Monitor[] = [];
  for (const kind of ['above', 'below'] as const) {
    const limit = limitOf(rule, kind);
    const peak = active.find((alarm) => alarm.kind === kind)?.peak ?? undefined;
    if (limit === null) continue;
    monitors.push(new LimitMonitor({ kind, limit, hysteresis, delayMs: rule.delay_s * 1000, peak }));
  }
  const isSilent = active.some(({ kind }) => kind === 'no-data');
  if (no_data_s !== null) monitors.push(new NoDataMonitor(no_data_s * 1000, now, isSilent));
  return monitors;
}
