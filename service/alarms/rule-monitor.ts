import {
  type Alarm,
  type AlarmKind,
  type AlarmRuleInput,
  type ChannelRef,
  isRuleOfChannel,
} from '../contract/index.ts';
import { ChangeMonitor } from './change-monitor.ts';
import { Comparison } from './comparison.ts';
import { FlapMonitor } from './flap-monitor.ts';
import { LimitMonitor, type LimitWatchOptions } from './limit-monitor.ts';
import type { Monitor } from './monitor.ts';
import { NoDataMonitor } from './no-data-monitor.ts';

const LIMIT_FIELDS = {
  above: 'upper',
  below: 'lower',
  change: 'change',
  deviation: 'deviation',
  'no-data': 'no_data_s',
} as const satisfies Record<AlarmKind, keyof AlarmRuleInput>;

/** The rule's limit for a kind of alarm, in seconds for `no-data`. Null: not monitored. */
export function limitOf(rule: AlarmRuleInput, kind: AlarmKind): number | null {
  return rule[LIMIT_FIELDS[kind]];
}

/** A rule as it applies to one of its channels. */
export type ChannelRule = AlarmRuleInput & ChannelRef;

/** Of one channel of a rule. */
export class RuleMonitor {
  /** Of the rule. */
  readonly id: string;
  readonly rule: ChannelRule;
  /** Whether the rule watches several devices. */
  readonly isShared: boolean;
  /** Evaluate the readings of the channel. */
  readonly monitors: readonly FlapMonitor[];
  /** Of a rule with a deviation. */
  readonly comparison: Comparison | undefined;
  /** The unit of the newest reading; empty before the first. */
  unit = '';

  /**
   * @param active the channel's active alarms of the rule
   * @param now on the monotonic clock
   */
  constructor(id: string, of: AlarmRuleInput, serial: string, active: readonly Alarm[], now: number) {
    const rule = { ...of, serial };
    const wrap = (monitor: Monitor): FlapMonitor =>
      new FlapMonitor(monitor, active.find(({ kind }) => kind === monitor.kind)?.flapping ?? false);
    this.id = id;
    this.rule = rule;
    this.isShared = !isRuleOfChannel(of);
    this.monitors = createMonitors(rule, active, now).map(wrap);
    const deviation = createLimit('deviation', rule, active);
    this.comparison = deviation && new Comparison(wrap(deviation));
  }

  /** The earliest time at which a monitor is due; Infinity if none is. */
  get due(): number {
    let earliest = this.comparison?.monitor.due ?? Number.POSITIVE_INFINITY;
    for (const { due = Number.POSITIVE_INFINITY } of this.monitors) earliest = Math.min(earliest, due);
    return earliest;
  }

  /** The computer slept until now. */
  wake(now: number): void {
    for (const monitor of this.monitors) monitor.wake(now);
    this.comparison?.wake(now);
  }
}

function createMonitors(rule: AlarmRuleInput, active: readonly Alarm[], now: number): Monitor[] {
  const { change, change_s, hysteresis, delay_s, no_data_s } = rule;
  const limits = (['above', 'below'] as const).map((kind) => createLimit(kind, rule, active));
  const monitors: (Monitor | undefined)[] = [
    ...limits,
    change === null
      ? undefined
      : new ChangeMonitor({
          change,
          windowMs: change_s * 1000,
          hysteresis,
          delayMs: delay_s * 1000,
          peak: peakOf('change', active),
          from: now,
        }),
    no_data_s === null
      ? undefined
      : new NoDataMonitor(
          no_data_s * 1000,
          now,
          active.some(({ kind }) => kind === 'no-data'),
        ),
  ];
  return monitors.filter((monitor) => monitor !== undefined);
}

function createLimit(
  kind: LimitWatchOptions['kind'],
  rule: AlarmRuleInput,
  active: readonly Alarm[],
): LimitMonitor | undefined {
  const limit = limitOf(rule, kind);
  if (limit === null) return undefined;
  const { hysteresis, delay_s } = rule;
  return new LimitMonitor({ kind, limit, hysteresis, delayMs: delay_s * 1000, peak: peakOf(kind, active) });
}

/** Of an active alarm; undefined if there is none. */
function peakOf(kind: AlarmKind, active: readonly Alarm[]): number | undefined {
  return active.find((alarm) => alarm.kind === kind)?.peak ?? undefined;
}
