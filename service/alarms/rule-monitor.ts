import type { Alarm, AlarmKind, AlarmRuleInput } from '../contract/index.ts';
import { FlapMonitor } from './flap-monitor.ts';
import { LimitMonitor } from './limit-monitor.ts';
import { NoDataMonitor } from './no-data-monitor.ts';

/** The rule's limit for a kind of alarm, in seconds for `no-data`. Null: not monitored. */
export function limitOf(rule: AlarmRuleInput, kind: AlarmKind): number | null {
  if (kind === 'above') return rule.upper;
  return kind === 'below' ? rule.lower : rule.no_data_s;
}

export class RuleMonitor {
  readonly id: string;
  readonly rule: AlarmRuleInput;
  readonly monitors: readonly FlapMonitor[];
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

function createMonitors(rule: AlarmRuleInput, active: readonly Alarm[], now: number): FlapMonitor[] {
  const { hysteresis, no_data_s } = rule;
  const monitors: FlapMonitor[] = [];
  for (const kind of ['above', 'below'] as const) {
    const limit = limitOf(rule, kind);
    const alarm = active.find((one) => one.kind === kind);
    const peak = alarm?.peak ?? undefined;
    if (limit === null) continue;
    const monitor = new LimitMonitor({ kind, limit, hysteresis, delayMs: rule.delay_s * 1000, peak });
    monitors.push(new FlapMonitor(monitor, alarm?.flapping ?? false));
  }
  const silence = active.find(({ kind }) => kind === 'no-data');
  if (no_data_s !== null) {
    const monitor = new NoDataMonitor(no_data_s * 1000, now, silence !== undefined);
    monitors.push(new FlapMonitor(monitor, silence?.flapping ?? false));
  }
  return monitors;
}
