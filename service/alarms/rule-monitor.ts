import type { Alarm, AlarmKind, AlarmRuleInput } from '../contract/index.ts';
import { LimitMonitor } from './limit-monitor.ts';
import type { Monitor } from './monitor.ts';
import { NoDataMonitor } from './no-data-monitor.ts';

/** The rule's limit for a kind of alarm, in seconds for `no-data`. Null: not monitored. */
export function limitOf(rule: AlarmRuleInput, kind: AlarmKind): number | null {
  if (kind === 'above') return rule.upper;
  return kind === 'below' ? rule.lower : rule.no_data_s;
}

interface KindWatch {
  kind: AlarmKind;
  watch: Monitor;
}

export class RuleMonitor {
  readonly id: string;
  readonly rule: AlarmRuleInput;
  readonly watches: readonly KindWatch[];
  /** The unit of the newest reading; empty before the first. */
  unit = '';

  /**
   * @param active the rule's active alarms
   * @param now on the monotonic clock
   */
  constructor(id: string, rule: AlarmRuleInput, active: readonly Alarm[], now: number) {
    this.id = id;
    this.rule = rule;
    this.watches = createWatches(rule, active, now);
  }

  /** The earliest time at which a monitor is due; Infinity if none is. */
  get due(): number {
    let due = Number.POSITIVE_INFINITY;
    for (const { watch } of this.watches) due = Math.min(due, watch.due ?? Number.POSITIVE_INFINITY);
    return due;
  }
}

function createWatches(rule: AlarmRuleInput, active: readonly Alarm[], now: number): KindWatch[] {
  const { hysteresis, no_data_s } = rule;
  const watches: KindWatch[] = [];
  for (const kind of ['above', 'below'] as const) {
    const limit = limitOf(rule, kind);
    const peak = active.find((alarm) => alarm.kind === kind)?.peak ?? undefined;
    if (limit === null) continue;
    const watch = new LimitMonitor({ kind, limit, hysteresis, delayMs: rule.delay_s * 1000, peak });
    watches.push({ kind, watch });
  }
  if (no_data_s !== null) {
    const isActive = active.some(({ kind }) => kind === 'no-data');
    watches.push({ kind: 'no-data', watch: new NoDataMonitor({ limitMs: no_data_s * 1000, from: now, isActive }) });
  }
  return watches;
}
