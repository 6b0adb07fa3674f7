/** The conditions that start and stop automatic runs: limits and alarms. */
import type { Alarms, RunLimit, RunPlanInput } from '../../contract/index.ts';
import type { Registry, RegistryEvents } from '../../devices/registry.ts';
import { type AlarmSource, deviceKey } from '../../devices/types.ts';
import type { Clock } from '../../support/clock.ts';
import { clearingValue } from '../../support/hysteresis.ts';

/** Compares readings with a limit. */
export class LimitTrigger {
  readonly #limit: number;
  /** 1 if larger is further, -1 if smaller is. */
  readonly #sign: 1 | -1;
  readonly #clearsAt: number;
  /** Whether the limit is passed; undefined before the first reading. */
  isMet: boolean | undefined;

  constructor({ above, below, hysteresis }: RunLimit) {
    this.#limit = above ?? below ?? 0;
    this.#sign = above === null ? -1 : 1;
    this.#clearsAt = clearingValue(this.#limit, this.#sign * hysteresis);
  }

  /** A valid reading. @returns whether it passed the limit after one that did not */
  add(magnitude: number): boolean {
    const before = this.isMet;
    // Once passed, it is until the value is back inside by the hysteresis.
    this.isMet = before ? (magnitude - this.#clearsAt) * this.#sign > 0 : (magnitude - this.#limit) * this.#sign > 0;
    return this.isMet && before === false;
  }
}

export interface ConditionWatchOptions {
  registry: Pick<Registry, 'events'>;
  alarms: Pick<AlarmSource, 'events'> & { list(): Pick<Alarms, 'alarms'> };
  clock: Clock;
  /** A condition is met that was not. @param at of the reading, or now: milliseconds since 1970 */
  onMet(id: string, at: number): void;
  /** After each reading and each alarm that can change a condition. */
  onChecked(id: string): void;
}

type Condition = RunPlanInput['start'];

export class ConditionWatch {
  readonly #options: ConditionWatchOptions;
  readonly #conditions = new Map<string, Condition>();
  readonly #limits = new Map<string, LimitTrigger>();
  /** Plans with a limit, by device and channel. */
  readonly #byDevice = new Map<string, Map<string, string[]>>();
  /** IDs of active alarms, by rule. */
  readonly #alarms = new Map<string, Set<string>>();
  #endings: (() => void)[] = [];

  constructor(options: ConditionWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { registry, alarms } = this.#options;
    for (const { id, rule, ended } of alarms.list().alarms) if (ended === null) this.#addAlarm(id, rule);
    this.#endings = [
      registry.events.on('readings', (readings) => this.#evaluate(readings)),
      alarms.events.on('alarm', ({ key, value }) => {
        // An alarm clears before it leaves the list.
        if (value) this.#follow(key, value.rule, value.ended === null);
      }),
    ];
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  watch(id: string, condition: Condition): void {
    this.unwatch(id);
    this.#conditions.set(id, condition);
    if (condition.kind !== 'limit') return;
    this.#limits.set(id, new LimitTrigger(condition));
    const { channel } = condition;
    const channels = this.#byDevice.get(deviceKey(channel)) ?? new Map<string, string[]>();
    channels.set(channel.channel, [...(channels.get(channel.channel) ?? []), id]);
    this.#byDevice.set(deviceKey(channel), channels);
  }

  unwatch(id: string): void {
    const condition = this.#conditions.get(id);
    this.#conditions.delete(id);
    if (condition?.kind !== 'limit') return;
    this.#limits.delete(id);
    const device = deviceKey(condition.channel);
    const channels = this.#byDevice.get(device);
    const others = channels?.get(condition.channel.channel)?.filter((other) => other !== id) ?? [];
    if (others.length > 0) channels?.set(condition.channel.channel, others);
    else channels?.delete(condition.channel.channel);
    if (channels?.size === 0) this.#byDevice.delete(device);
  }

  /** Whether the limit is passed or an alarm active; undefined before the first reading, and without a condition. */
  isMet(id: string): boolean | undefined {
    const condition = this.#conditions.get(id);
    if (condition?.kind === 'alarm') return this.#alarms.has(condition.rule);
    return this.#limits.get(id)?.isMet;
  }

  #evaluate({ device, at, samples, uncorrected = [] }: RegistryEvents['readings']): void {
    const channels = this.#byDevice.get(deviceKey(device.description));
    if (!channels) return;
    for (const { channel, magnitude } of [...samples, ...uncorrected]) {
      if (magnitude === null) continue;
      for (const id of channels.get(channel) ?? []) {
        if (this.#limits.get(id)?.add(magnitude)) this.#options.onMet(id, Math.min(at, this.#options.clock.now()));
        this.#options.onChecked(id);
      }
    }
  }

  #follow(alarm: string, rule: string, isActive: boolean): void {
    if ((this.#alarms.get(rule)?.has(alarm) ?? false) === isActive) return;
    if (isActive) this.#addAlarm(alarm, rule);
    else this.#deleteAlarm(alarm, rule);
    for (const [id, condition] of this.#conditions) {
      if (condition.kind !== 'alarm' || condition.rule !== rule) continue;
      if (isActive) this.#options.onMet(id, this.#options.clock.now());
      this.#options.onChecked(id);
    }
  }

  #addAlarm(alarm: string, rule: string): void {
    this.#alarms.set(rule, (this.#alarms.get(rule) ?? new Set<string>()).add(alarm));
  }

  #deleteAlarm(alarm: string, rule: string): void {
    const active = this.#alarms.get(rule);
    active?.delete(alarm);
    if (active?.size === 0) this.#alarms.delete(rule);
  }
}
