/** Evaluates readings against the rules: one look-up per reading, and one timer for what is due without a reading. */
import type { Alarm, AlarmKind, AlarmRuleInput, ChannelRef } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { type DeviceKey, deviceKey, type Sample } from '../devices/types.ts';
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

/** A rule that reads a channel. */
interface ChannelWatch {
  watch: RuleMonitor;
  /** The channel is the one that the rule compares its own with. */
  isReference: boolean;
}

export interface AlarmEvaluatorOptions {
  clock: Clock;
  onDecision(decision: AlarmDecision): void;
  /** The channels that a rule compares have different units; undefined: no longer. Called for changes. */
  onUnits(watch: RuleMonitor, differing: readonly [channel: string, reference: string] | undefined): void;
}

export class AlarmEvaluator {
  readonly #options: AlarmEvaluatorOptions;
  readonly #clock: Clock;
  /** By rule and device. */
  readonly #watches = new Map<string, Map<string, RuleMonitor>>();
  /** By device and channel. */
  readonly #byDevice = new Map<string, Map<string, ChannelWatch[]>>();
  #sharedChannels = 0;
  /** Rules whose channels have different units. */
  readonly #incomparable = new Set<RuleMonitor>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, on the monotonic clock. */
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(options: AlarmEvaluatorOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** The channels of rules of several devices. */
  get sharedChannels(): number {
    return this.#sharedChannels;
  }

  isWatched(id: string, device: DeviceKey): boolean {
    return this.#watches.get(id)?.has(deviceKey(device)) ?? false;
  }

  /**
   * Starts a rule for a channel of a device for which it is not running.
   * @param active the channel's active alarms of the rule
   */
  watch(id: string, of: AlarmRuleInput, serial: string, active: readonly Alarm[]): void {
    const watch = new RuleMonitor(id, of, serial, active, this.#clock.monotonic());
    const { rule } = watch;
    const watches = this.#watches.get(id) ?? new Map<string, RuleMonitor>();
    this.#watches.set(id, watches.set(deviceKey(rule), watch));
    if (watch.isShared) this.#sharedChannels += 1;
    this.#subscribe(rule, { watch, isReference: false });
    if (rule.reference) this.#subscribe(rule.reference, { watch, isReference: true });
    this.#arrange(watch.due);
  }

  /** @param device undefined: all of the rule */
  unwatch(id: string, device?: DeviceKey): void {
    const watches = this.#watches.get(id);
    for (const [key, watch] of watches ?? []) {
      if (device && key !== deviceKey(device)) continue;
      watches?.delete(key);
      if (watch.isShared) this.#sharedChannels -= 1;
      this.#endIncomparable(watch);
      this.#unsubscribe(watch.rule, watch);
      if (watch.rule.reference) this.#unsubscribe(watch.rule.reference, watch);
    }
    if (watches?.size === 0) this.#watches.delete(id);
  }

  /**
   * Evaluates one sample set.
   * @param at of the readings: milliseconds since 1970
   */
  evaluate({ description, product }: DeviceState, at: number, samples: readonly Sample[]): void {
    const channels = this.#byDevice.get(deviceKey(description));
    if (!channels) return;
    const now = this.#clock.monotonic();
    let compared: Set<RuleMonitor> | undefined;
    for (const { channel, magnitude } of samples) {
      const watches = channels.get(channel);
      if (!watches || magnitude === null) continue;
      const unit = product.channels[channel]?.unit ?? '';
      for (const { watch, isReference } of watches) {
        if (!isReference) this.#add(watch, { magnitude, unit, now, at });
        if (!watch.comparison) continue;
        watch.comparison.set(isReference, { magnitude, unit, at: now });
        compared = (compared ?? new Set()).add(watch);
      }
    }
    for (const watch of compared ?? []) this.#compare(watch, now, at);
  }

  /** The computer slept until now. */
  wake(): void {
    const now = this.#clock.monotonic();
    for (const watch of this.#all()) watch.wake(now);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#watches.clear();
    this.#sharedChannels = 0;
    this.#byDevice.clear();
    this.#incomparable.clear();
  }

  *#all(): Generator<RuleMonitor> {
    for (const watches of this.#watches.values()) yield* watches.values();
  }

  #subscribe(ref: ChannelRef, watch: ChannelWatch): void {
    const device = deviceKey(ref);
    const channels = this.#byDevice.get(device) ?? new Map<string, ChannelWatch[]>();
    const watches = channels.get(ref.channel) ?? [];
    watches.push(watch);
    channels.set(ref.channel, watches);
    this.#byDevice.set(device, channels);
  }

  #unsubscribe(ref: ChannelRef, watch: RuleMonitor): void {
    const device = deviceKey(ref);
    const channels = this.#byDevice.get(device);
    const others = channels?.get(ref.channel)?.filter((other) => other.watch !== watch) ?? [];
    if (others.length > 0) channels?.set(ref.channel, others);
    else channels?.delete(ref.channel);
    if (channels?.size === 0) this.#byDevice.delete(device);
  }

  #add(watch: RuleMonitor, reading: { magnitude: number; unit: string; now: number; at: number }): void {
    const { magnitude, unit, now, at } = reading;
    watch.unit = unit;
    for (const monitor of watch.monitors) this.#report(watch, monitor.kind, monitor.add(magnitude, now), at);
    this.#arrange(watch.due);
  }

  #compare(watch: RuleMonitor, now: number, at: number): void {
    const { comparison } = watch;
    const units = comparison?.differingUnits;
    if (!units) this.#endIncomparable(watch);
    else if (!this.#incomparable.has(watch)) {
      this.#incomparable.add(watch);
      this.#options.onUnits(watch, units);
    }
    this.#report(watch, 'deviation', comparison?.evaluate(now), at);
    this.#arrange(watch.due);
  }

  #endIncomparable(watch: RuleMonitor): void {
    if (this.#incomparable.delete(watch)) this.#options.onUnits(watch, undefined);
  }

  #report(watch: RuleMonitor, kind: AlarmKind, decision: FlapResult | undefined, at: number): void {
    if (decision) this.#options.onDecision({ watch, kind, decision, at });
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
    for (const watch of this.#all()) {
      for (const monitor of watch.monitors) this.#report(watch, monitor.kind, monitor.check(now), at);
      if (watch.comparison) this.#report(watch, 'deviation', watch.comparison.check(now), at);
      next = Math.min(next, watch.due);
    }
    this.#arrange(next);
  }
}
