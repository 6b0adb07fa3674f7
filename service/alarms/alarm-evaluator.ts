/** Evaluates readings against the rules: one look-up per reading, and one timer for what is due without a reading. */
import type { Alarm, AlarmKind, AlarmRuleInput } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { deviceKey, type Sample } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import type { FlapResult } from './flap-monitor.ts';
import { RuleMonitor } from './rule-monitor.ts';

/** Least time between two timer checks, in milliseconds: an alarm may be late by this much. */
const MIN_PAUSE_MS = 50;

/** Longest time until the next check, in milliseconds: platform timers end at 24 days. */
const MAX_PAUSE_MS = 3_600_000;

/** A check that is late by this much, in milliseconds, means that the computer slept. */
const SLEPT_MS = 5000;

export interface AlarmDecision {
  watch: RuleMonitor;
  kind: AlarmKind;
  decision: FlapResult;
  /** Milliseconds since 1970. */
  at: number;
}

export class AlarmEvaluator {
  readonly #clock: Clock;
  readonly #onDecision: (decision: AlarmDecision) => void;
  readonly #watches = new Map<string, RuleMonitor>();
  /** By device and channel. */
  readonly #byDevice = new Map<string, Map<string, RuleMonitor[]>>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, on the monotonic clock. */
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, onDecision: (decision: AlarmDecision) => void) {
    this.#clock = clock;
    this.#onDecision = onDecision;
  }

  /**
   * Starts a rule that is not running.
   * @param active its active alarms
   */
  watch(id: string, rule: AlarmRuleInput, active: readonly Alarm[]): void {
    const watch = new RuleMonitor(id, rule, active, this.#clock.monotonic());
    this.#watches.set(id, watch);
    const device = deviceKey(rule);
    const channels = this.#byDevice.get(device) ?? new Map<string, RuleMonitor[]>();
    channels.set(rule.channel, [...(channels.get(rule.channel) ?? []), watch]);
    this.#byDevice.set(device, channels);
    this.#arrange(watch.due);
  }

  unwatch(id: string): void {
    const watch = this.#watches.get(id);
    if (!watch) return;
    this.#watches.delete(id);
    const device = deviceKey(watch.rule);
    const channels = this.#byDevice.get(device);
    const others = channels?.get(watch.rule.channel)?.filter((other) => other !== watch) ?? [];
    if (others.length > 0) channels?.set(watch.rule.channel, others);
    else channels?.delete(watch.rule.channel);
    if (channels?.size === 0) this.#byDevice.delete(device);
  }

  /**
   * Evaluates one sample set.
   * @param at of the readings: milliseconds since 1970
   */
  evaluate({ description, product }: DeviceState, at: number, samples: readonly Sample[]): void {
    const channels = this.#byDevice.get(deviceKey(description));
    if (!channels) return;
    const now = this.#clock.monotonic();
    for (const { channel, magnitude } of samples) {
      const watches = channels.get(channel);
      if (!watches || magnitude === null) continue;
      const unit = product.channels[channel]?.unit ?? '';
      for (const watch of watches) {
        watch.unit = unit;
        for (const monitor of watch.monitors) this.#report(watch, monitor.kind, monitor.add(magnitude, now), at);
        this.#arrange(watch.due);
      }
    }
  }

  /** After sleep, the time without data starts again. */
  wake(): void {
    const now = this.#clock.monotonic();
    for (const { monitors } of this.#watches.values()) for (const monitor of monitors) monitor.wake(now);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#watches.clear();
    this.#byDevice.clear();
  }

  #report(watch: RuleMonitor, kind: AlarmKind, decision: FlapResult | undefined, at: number): void {
    if (decision) this.#onDecision({ watch, kind, decision, at });
  }

  /** Schedules a check at this time of the monotonic clock, or slightly later. */
  #arrange(due: number): void {
    if (due >= this.#timerAt) return;
    const now = this.#clock.monotonic();
    const pause = Math.min(Math.max(due - now, MIN_PAUSE_MS), MAX_PAUSE_MS);
    if (now + pause >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = now + pause;
    this.#timer = setTimeout(() => this.#check(), pause);
  }

  #check(): void {
    const [now, at] = [this.#clock.monotonic(), this.#clock.now()];
    // Other detectors of the resume may notice it later than this timer.
    if (now - this.#timerAt > SLEPT_MS) this.wake();
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const watch of this.#watches.values()) {
      for (const monitor of watch.monitors) this.#report(watch, monitor.kind, monitor.check(now), at);
      next = Math.min(next, watch.due);
    }
    this.#arrange(next);
  }
}
