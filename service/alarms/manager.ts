/** All alarms and their rules: stores both, evaluates readings and replies to queries (docs/alarms.md). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  Alarm,
  AlarmAcknowledgment,
  AlarmLogQuery,
  AlarmLog as AlarmLogView,
  AlarmRule,
  AlarmRuleInput,
  Alarms,
  EntityChange,
} from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import { type AlarmSource, type DeviceKey, deviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter } from '../support/emitter.ts';
import { errorClause, errorText, isMensuraError, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { ActiveAlarms } from './active-alarms.ts';
import { type AlarmDecision, AlarmEvaluator } from './alarm-evaluator.ts';
import { AlarmLog, type AlarmLogStore } from './alarm-log.ts';
import { NotificationQueue } from './notification-queue.ts';
import { limitOf } from './rule-monitor.ts';
import {
  type AlarmRuleStore,
  findRule,
  type Rules,
  replaceRules,
  requireCapacity,
  requireUnique,
} from './rule-store.ts';
import type { AlarmStateStore } from './state-store.ts';

const KINDS = ['above', 'below', 'no-data'] as const;

const NO_ACKNOWLEDGMENT: AlarmAcknowledgment = { by: '', comment: '' };

export interface AlarmManagerOptions {
  /** Both have been started. */
  rules: AlarmRuleStore;
  state: AlarmStateStore;
  log: AlarmLogStore;
  registry: Registry;
  clock: Clock;
  logger: Logger;
}

export class AlarmManager implements AlarmSource {
  readonly events: Emitter<{ alarm: EntityChange<'alarm'>; rule: EntityChange<'alarm-rule'> }>;
  readonly notifications: NotificationQueue;
  readonly #options: AlarmManagerOptions;
  readonly #judge: AlarmEvaluator;
  readonly #list: ActiveAlarms;
  readonly #log: AlarmLog;
  /** Part of the IDs of this run's alarms. */
  readonly #run = randomBytes(6).toString('hex');
  #raised = 0;
  #isRunning = false;
  #endListening: (() => void) | undefined;

  constructor(options: AlarmManagerOptions) {
    const { state, log: store, clock, logger } = options;
    this.#options = options;
    this.events = new Emitter((error, event) =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#judge = new AlarmEvaluator(clock, (decision) => this.#follow(decision));
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
    const { rules, state, registry } = this.#options;
    const { listed, unlogged, notifications } = state.state;
    state.startWriting(() => ({
      listed: this.#list.all(),
      unlogged: this.#log.waiting,
      notifications: this.notifications.state,
    }));
    this.#list.restore(listed);
    this.#log.restore(unlogged);
    this.notifications.restore(notifications, listed);
    this.#reviewAll(rules.rules);
    for (const [id, rule] of rules.rules) this.#watch(id, rule);
    this.#endListening = registry.events.on('readings', ({ device, at, samples, uncorrected }) => {
      this.#judge.evaluate(device, at, samples);
      if (uncorrected) this.#judge.evaluate(device, at, uncorrected);
    });
  }

  /** Writes pending changes. May be called twice. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#endListening?.();
    this.#endListening = undefined;
    this.#judge.stop();
    this.#list.stop();
    await this.#log.stop();
    await this.#options.state.writes.stop();
  }

  list(): Alarms {
    const rules = Array.from(this.#options.rules.rules, ([id, rule]) => ({ id, rule }));
    return { rules, alarms: this.#list.all().toReversed() };
  }

  active(device: DeviceKey): readonly Alarm[] {
    return this.#list.active(device);
  }

  rule(id: string): AlarmRule {
    return { id, rule: findRule(this.#options.rules.rules, id) };
  }

  async createRule(rule: AlarmRuleInput): Promise<AlarmRule> {
    let id = '';
    await this.#change((rules) => {
      requireCapacity(rules.size + 1);
      id = freshId(rules);
      requireUnique(id, rule, rules);
      return new Map([...rules, [id, rule]]);
    });
    return { id, rule };
  }

  async updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
    await this.#change((rules) => {
      findRule(rules, id);
      requireUnique(id, rule, rules);
      return new Map([...rules, [id, rule]]);
    });
    return { id, rule };
  }

  async removeRule(id: string): Promise<void> {
    await this.#change((rules) => {
      findRule(rules, id);
      return new Map([...rules].filter(([other]) => other !== id));
    });
  }

  /**
   * Validates a complete set of rules.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(rules: readonly AlarmRule[]): void {
    replaceRules(rules);
  }

  /**
   * Replaces all rules and their IDs in one write, all or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(rules: readonly AlarmRule[]): Promise<() => Promise<void>> {
    const before = await this.#change(() => replaceRules(rules));
    return async () => {
      await this.#change(() => before);
    };
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

  /** After sleep, the time without data starts again. */
  wake(): void {
    this.#judge.wake();
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

  /**
   * Saves a change and applies it to the running rules.
   * @returns the previous rules
   */
  async #change(make: (rules: Rules) => Rules): Promise<Rules> {
    const { before, after } = await this.#options.rules.change(make);
    for (const [id, rule] of before) if (!after.has(id)) this.#replace(id, rule, undefined);
    for (const [id, rule] of after) {
      if (!isDeepStrictEqual(before.get(id), rule)) this.#replace(id, before.get(id), rule);
    }
    return before;
  }

  #replace(id: string, before: AlarmRuleInput | undefined, after: AlarmRuleInput | undefined): void {
    for (const kind of KINDS) {
      const alarm = this.#list.currentOf(id, kind);
      if (alarm) this.#review(alarm, before ? limitOf(before, kind) : null, after);
    }
    this.#judge.unwatch(id);
    if (after) this.#watch(id, after);
    this.events.emit('rule', { key: id, value: after ? { id, rule: after } : null });
  }

  #watch(id: string, rule: AlarmRuleInput): void {
    // Saved before the start or during the stop: the next start applies it.
    if (!rule.enabled || !this.#isRunning) return;
    const active = KINDS.map((kind) => this.#list.currentOf(id, kind)).filter((alarm) => alarm !== undefined);
    this.#judge.watch(id, rule, active);
  }

  /** Adjusts alarms to their rules after an edit of the file or a stop between two writes. */
  #reviewAll(rules: Rules): void {
    for (const alarm of this.#list.all()) {
      if (alarm.ended !== null) continue;
      const isCurrent = this.#list.currentOf(alarm.rule, alarm.kind)?.id === alarm.id;
      this.#review(alarm, alarm.limit, isCurrent ? rules.get(alarm.rule) : undefined);
    }
  }

  /** Clears an active alarm, or continues it under the rule. @param before as of `staysActive` */
  #review(alarm: Alarm, before: number | null, rule: AlarmRuleInput | undefined): void {
    const { clock, registry } = this.#options;
    const newest = registry.get(alarm)?.lastValues().get(alarm.channel)?.magnitude;
    if (!rule || !staysActive(alarm, before, rule, newest)) this.#list.end(alarm, clock.now());
    else {
      const { severity, message } = rule;
      const limit = alarm.kind === 'no-data' ? null : limitOf(rule, alarm.kind);
      this.#list.change(alarm, { limit, severity, message });
    }
  }

  #follow({ watch, kind, decision, at }: AlarmDecision): void {
    const listed = this.#list.listedOf(watch.id, kind);
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

  #unitOf(rule: AlarmRuleInput): string | undefined {
    return this.#options.registry.get(rule)?.product.channels[rule.channel]?.unit;
  }
}

/**
 * Whether an active alarm continues under its changed rule: with the same or a tighter limit, or with a newest reading
 * beyond the new one (docs/alarms.md#when-an-alarm-is-cleared).
 * @param before the limit so far; null for a time without data that is not known
 * @param newest reading of the channel; undefined if there is none
 */
function staysActive(alarm: Alarm, before: number | null, rule: AlarmRuleInput, newest: number | undefined): boolean {
  const { kind, channel } = alarm;
  const limit = limitOf(rule, kind);
  if (!rule.enabled || limit === null || deviceKey(rule) !== deviceKey(alarm) || rule.channel !== channel) return false;
  const sign = kind === 'below' ? -1 : 1;
  if (before === null || (before - limit) * sign >= 0) return true;
  return kind !== 'no-data' && newest !== undefined && (newest - limit) * sign > 0;
}

function freshId(rules: Rules): string {
  for (;;) {
    const id = `a${randomBytes(4).toString('hex')}`;
    if (!rules.has(id)) return id;
  }
}
