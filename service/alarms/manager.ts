/** All alarms and their rules: stores both, evaluates readings and replies to queries (docs/alarms.md). */
import { randomBytes } from 'node:crypto';
import {
  type Alarm,
  type AlarmAcknowledgment,
  type AlarmLogQuery,
  type AlarmLog as AlarmLogView,
  type AlarmRule,
  type AlarmRuleInput,
  type Alarms,
  type EntityChange,
  type GroupPatch,
  isRuleOfChannel,
  type RuleSnoozeInput,
  type StoredAlarmRule,
} from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import { type AlarmSource, type DeviceKey, deviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter } from '../support/emitter.ts';
import { errorClause, errorText, isMensuraError, MensuraError } from '../support/errors.ts';
import { localOffset, type ZoneOffset } from '../support/local-time.ts';
import type { Logger } from '../support/logger.ts';
import { ActiveAlarms } from './active-alarms.ts';
import { type AlarmDecision, AlarmEvaluator } from './alarm-evaluator.ts';
import { AlarmLog, type AlarmLogStore } from './alarm-log.ts';
import { AlarmRules } from './alarm-rules.ts';
import { NotificationQueue } from './notification-queue.ts';
import { staysActive } from './rule-change.ts';
import { RuleDevices, type RuleDevicesOptions } from './rule-devices.ts';
import { type ChannelRule, limitOf } from './rule-monitor.ts';
import { type AlarmRuleStore, replaceRules } from './rule-store.ts';
import type { AlarmStateStore } from './state-store.ts';
import { UnitProblems } from './unit-problems.ts';

/** Most channels that rules of several devices watch, all rules together. */
export const MAX_SHARED_CHANNELS = 1000;

const OVER_LIMIT = {
  code: 'alarm-rules-over-limit',
  subject: '',
  text: `Alarm rules for several devices cover more than ${MAX_SHARED_CHANNELS} channels. The others are not watched.`,
  remedy: 'Disable or delete alarm rules, or limit them to a group.',
} as const;

const NO_ACKNOWLEDGMENT: AlarmAcknowledgment = { by: '', comment: '' };

export interface AlarmManagerOptions {
  /** Both have been started. */
  rules: AlarmRuleStore;
  state: AlarmStateStore;
  log: AlarmLogStore;
  registry: Registry;
  /** Was started before. */
  known: RuleDevicesOptions['known'];
  /** Of devices. */
  settings: RuleDevicesOptions['settings'];
  clock: Clock;
  /** Of watch times; that of this computer unless given. */
  offsetOf?: ZoneOffset;
  logger: Logger;
}

export class AlarmManager implements AlarmSource {
  readonly events: Emitter<{ alarm: EntityChange<'alarm'>; rule: EntityChange<'alarm-rule'> }>;
  readonly notifications: NotificationQueue;
  readonly #options: AlarmManagerOptions;
  readonly #judge: AlarmEvaluator;
  readonly #list: ActiveAlarms;
  readonly #log: AlarmLog;
  readonly #rules: AlarmRules;
  readonly #devices: RuleDevices;
  /** Part of the IDs of this run's alarms. */
  readonly #run = randomBytes(6).toString('hex');
  #raised = 0;
  /** Whether channels of rules of several devices are not watched because of the limit. */
  #isOverLimit = false;
  #isRunning = false;
  #endListening: (() => void) | undefined;

  constructor(options: AlarmManagerOptions) {
    const { rules, state, log: store, registry, known, settings, clock, offsetOf = localOffset, logger } = options;
    this.#options = options;
    this.events = new Emitter((error, event) =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    const units = new UnitProblems(registry);
    this.#judge = new AlarmEvaluator({
      clock,
      onDecision: (decision) => this.#follow(decision),
      onUnits: ({ id, rule }, differing) => units.report(id, rule, differing),
    });
    this.#rules = new AlarmRules({
      store: rules,
      clock,
      offsetOf,
      logger,
      onChange: (id, before, now) => this.#followRule(id, before, now),
    });
    this.#devices = new RuleDevices({ registry, known, settings, onChange: (device) => this.#followDevice(device) });
    this.#log = new AlarmLog({
      store,
      logger,
      onChange: () => state.writes.request(),
      saveState: () => state.writes.flush(),
    });
    const onEvent = (event: EntityChange<'alarm'>): void => {
      state.writes.request();
      this.events.emit('alarm', event);
    };
    this.#list = new ActiveAlarms(onEvent, (alarm) => {
      this.#log.note(alarm);
      this.notifications.note(alarm);
    });
    this.notifications = new NotificationQueue({
      clock,
      onChange: () => state.writes.request(),
      save: () => state.writes.flush(),
      find: (id) => this.#list.find(id),
    });
  }

  /** Loads the alarms of the last run and starts every rule. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { state, registry } = this.#options;
    const { listed, unlogged, notifications } = state.state;
    state.startWriting(() => ({
      listed: this.#list.all(),
      unlogged: this.#log.waiting,
      notifications: this.notifications.state,
    }));
    this.#list.restore(listed);
    this.#log.restore(unlogged);
    this.notifications.restore(notifications, listed);
    this.#rules.start();
    const rules = this.#rules.list();
    this.#reviewAll(rules);
    for (const rule of rules) this.#watch(rule);
    this.#devices.start();
    this.#endListening = registry.events.on('readings', ({ device, at, samples, uncorrected }) => {
      this.#judge.evaluate(device, at, uncorrected ? [...samples, ...uncorrected] : samples);
    });
  }

  /** Writes pending changes. May be called twice. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#endListening?.();
    this.#endListening = undefined;
    this.#devices.stop();
    await this.#rules.stop();
    this.#judge.stop();
    this.#list.stop();
    await this.#log.stop();
    await this.#options.state.writes.stop();
  }

  list(): Alarms {
    return { rules: this.#rules.list(), alarms: this.#list.all().toReversed() };
  }

  active(device: DeviceKey): readonly Alarm[] {
    return this.#list.active(device);
  }

  rule(id: string): AlarmRule {
    return this.#rules.get(id);
  }

  /** Undefined if it was removed. */
  findRule(id: string): AlarmRuleInput | undefined {
    return this.#rules.find(id);
  }

  createRule(rule: AlarmRuleInput): Promise<AlarmRule> {
    return this.#rules.create(rule);
  }

  updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
    return this.#rules.update(id, rule);
  }

  removeRule(id: string): Promise<void> {
    return this.#rules.remove(id);
  }

  /**
   * Renames a group of devices, also in the rules of it.
   * @param rename does it in the devices
   * @throws errors of `rename`; MensuraError `conflict`, `storage-failed`: then nothing is renamed
   */
  renameGroup<Result>(patch: GroupPatch, rename: () => Promise<Result>): Promise<Result> {
    // The rules of a removed group wait for it to come back.
    if (patch.name === '') return rename();
    return this.#devices.renameGroup(patch, async () => {
      const undo = await this.#rules.renameGroup(patch);
      try {
        return await rename();
      } catch (error) {
        await undo();
        throw error;
      }
    });
  }

  /** Clears the alarms of a rule, which raises none until the end of the snooze. */
  snoozeRule(id: string, snooze: RuleSnoozeInput): Promise<AlarmRule> {
    return this.#rules.snooze(id, snooze);
  }

  endSnooze(id: string): Promise<AlarmRule> {
    return this.#rules.endSnooze(id);
  }

  /**
   * Validates a complete set of rules.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(rules: readonly StoredAlarmRule[]): void {
    replaceRules(rules);
  }

  /** As of AlarmRules. */
  replaceAll(rules: readonly StoredAlarmRule[]): Promise<() => Promise<void>> {
    return this.#rules.replaceAll(rules);
  }

  /** Resolves when it is saved, if possible. */
  async acknowledge(id: string, acknowledgment = NO_ACKNOWLEDGMENT): Promise<Alarm> {
    const alarm = this.#list.acknowledge(id, acknowledgment, this.#options.clock.now());
    await this.#options.state.writes.flush();
    return alarm;
  }

  /** Resolves when it is saved, if possible. */
  async acknowledgeAll(acknowledgment = NO_ACKNOWLEDGMENT): Promise<number> {
    const unseen = this.#list.all().filter(({ acknowledged }) => acknowledged === null);
    const now = this.#options.clock.now();
    for (const { id } of unseen) this.#list.acknowledge(id, acknowledgment, now);
    await this.#options.state.writes.flush();
    return unseen.length;
  }

  /** After sleep, times without data start again, and watch times and snoozes may have ended. */
  wake(): void {
    this.#judge.wake();
    if (this.#isRunning) this.#rules.wake();
  }

  async log(query: AlarmLogQuery): Promise<AlarmLogView> {
    try {
      const alarms = await this.#log.list(query);
      // A rising peak is not written at once.
      return { alarms: alarms.map((alarm) => this.#list.find(alarm.id) ?? alarm) };
    } catch (error) {
      if (isMensuraError(error)) throw error;
      throw new MensuraError(
        'storage-failed',
        `Cannot read the alarm history: ${errorClause(error)}. Alarms remain active. Check that the disk has free space, then try again.`,
        { cause: error },
      );
    }
  }

  /** Reviews the alarms of a rule and starts its monitors again. */
  #followRule(id: string, before: AlarmRuleInput | undefined, now: AlarmRule | undefined): void {
    const watched = now?.watching ? now.rule : undefined;
    for (const alarm of this.#list.activeOf(id)) this.#review(alarm, before, watched);
    this.#judge.unwatch(id);
    if (now) this.#watch(now);
    this.#watchLeftOut();
    this.events.emit('rule', { key: id, value: now ?? null });
  }

  #watch({ id, rule, watching }: AlarmRule): void {
    // Saved before the start or during the stop: the next start applies it.
    if (!watching || !this.#isRunning) return;
    const active = this.#list.activeOf(id);
    for (const device of this.#devices.devicesOf(rule, active)) {
      if (this.#judge.isWatched(id, device) || !this.#isWithinLimit(rule)) continue;
      this.#judge.watch(id, rule, device.serial, active.filter(isOf(device)));
    }
  }

  /** Reports a rule of several devices above the limit. */
  #isWithinLimit(rule: AlarmRuleInput): boolean {
    if (isRuleOfChannel(rule) || this.#judge.sharedChannels < MAX_SHARED_CHANNELS) return true;
    this.#isOverLimit = true;
    this.#options.registry.raise(OVER_LIMIT);
    return false;
  }

  /** Watches what the limit left out, once it is no longer reached. */
  #watchLeftOut(): void {
    if (!this.#isOverLimit || this.#judge.sharedChannels >= MAX_SHARED_CHANNELS) return;
    this.#isOverLimit = false;
    for (const view of this.#rules.list()) if (!isRuleOfChannel(view.rule)) this.#watch(view);
    if (!this.#isOverLimit) this.#options.registry.clear(OVER_LIMIT);
  }

  /** Starts or ends the rules of several devices for one of them. */
  #followDevice({ family, serial }: DeviceKey): void {
    const device = { family, serial };
    for (const { id, rule, watching } of this.#rules.list()) {
      if (isRuleOfChannel(rule) || rule.family !== family || !watching) continue;
      const isCovered =
        this.#devices.isKnown(device) && this.#devices.covers(rule, { ...device, channel: rule.channel });
      const isWatched = this.#judge.isWatched(id, device);
      if (isCovered === isWatched) continue;
      const active = this.#list.active(device).filter((alarm) => alarm.rule === id && this.#list.isCurrent(alarm));
      if (!isCovered) {
        this.#judge.unwatch(id, device);
        for (const alarm of active) this.#list.end(alarm, this.#options.clock.now());
      } else if (this.#devices.hasChannel(device, rule.channel) && this.#isWithinLimit(rule)) {
        this.#judge.watch(id, rule, serial, active);
      }
    }
    this.#watchLeftOut();
  }

  /** Adjusts alarms to their rules after an edit of the file or a stop between two writes. */
  #reviewAll(rules: readonly AlarmRule[]): void {
    const watched = new Map(rules.flatMap(({ id, rule, watching }) => (watching ? [[id, rule]] : [])));
    for (const alarm of this.#list.all()) {
      if (alarm.ended !== null) continue;
      this.#review(alarm, undefined, this.#list.isCurrent(alarm) ? watched.get(alarm.rule) : undefined);
    }
  }

  /**
   * Clears an active alarm, or continues it under the rule.
   * @param before the rule so far; undefined if unknown
   * @param rule the rule now; undefined if it does not watch
   */
  #review(alarm: Alarm, before: AlarmRuleInput | undefined, rule: AlarmRuleInput | undefined): void {
    const { clock, registry } = this.#options;
    const newest = registry.get(alarm)?.lastValues().get(alarm.channel)?.magnitude;
    if (!rule || !this.#devices.covers(rule, alarm) || !staysActive(alarm, before, rule, newest)) {
      this.#list.end(alarm, clock.now());
    } else {
      const { severity, message } = rule;
      const limit = alarm.kind === 'no-data' ? null : limitOf(rule, alarm.kind);
      this.#list.change(alarm, { limit, severity, message });
    }
  }

  #follow({ watch, kind, decision, at }: AlarmDecision): void {
    const { family, serial } = watch.rule;
    const listed = this.#list.listedOf({ rule: watch.id, kind, family, serial });
    if (decision.kind === 'raised') {
      const flapping = decision.isFlapping;
      if (listed && decision.isRepeat) this.#list.reopen(listed, { peak: decision.peak, flapping });
      else this.#raise({ watch, kind, decision, at });
      return;
    }
    if (listed?.ended !== null) return;
    if (decision.kind === 'repeated') this.#list.repeat(listed, decision.peak);
    else if (decision.kind === 'further') this.#list.exceed(listed, decision.peak);
    else this.#list.end(listed, at - decision.agoMs);
  }

  #raise({ watch, kind, decision, at }: AlarmDecision & { decision: { kind: 'raised' } }): void {
    this.#raised += 1;
    const { family, serial, channel } = watch.rule;
    this.#list.raise({
      family,
      serial,
      channel,
      id: `${this.#run}-${this.#raised}`,
      rule: watch.id,
      kind,
      severity: watch.rule.severity,
      message: watch.rule.message,
      limit: kind === 'no-data' ? null : limitOf(watch.rule, kind),
      magnitude: decision.magnitude,
      peak: decision.peak,
      unit: this.#unitOf(watch.rule) ?? watch.unit,
      since: new Date(at).toISOString(),
      ended: null,
      count: 1,
      flapping: decision.isFlapping,
      acknowledged: null,
      acknowledged_by: '',
      acknowledgment_comment: '',
    });
  }

  #unitOf(rule: ChannelRule): string | undefined {
    return this.#options.registry.get(rule)?.product.channels[rule.channel]?.unit;
  }
}

function isOf(device: DeviceKey): (alarm: Alarm) => boolean {
  return (alarm) => deviceKey(alarm) === deviceKey(device);
}
