/** Alarms in memory, without readings. */
import {
  type Alarm,
  type AlarmAcknowledgment,
  type AlarmLog,
  type AlarmLogQuery,
  type AlarmRule,
  type AlarmRuleInput,
  type Alarms,
  alarmQueryMatcher,
  type EntityChange,
  type GroupPatch,
  type RuleSnoozeInput,
} from '../../../service/contract/index.ts';
import type { AlarmAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { ALARM } from '../alarm.ts';
import { fail, Played } from './played.ts';

export class PlayedAlarms extends Played implements AlarmAdministration {
  readonly events = new Emitter<{ alarm: EntityChange<'alarm'>; rule: EntityChange<'alarm-rule'> }>(fail);
  readonly rules = new Map<string, AlarmRule>();
  /** Those that are active or not acknowledged, in the order they began. */
  readonly alarms = new Map<string, Alarm>();
  /** Everything that was, newest first. */
  past: Alarm[] = [];
  #created = 0;

  list(): Alarms {
    return { rules: [...this.rules.values()], alarms: [...this.alarms.values()].toReversed() };
  }

  rule(id: string): AlarmRule {
    const rule = this.rules.get(id);
    if (!rule) throw new MensuraError('not-found', `No alarm rule with ID ${id}.`);
    return rule;
  }

  async createRule(rule: AlarmRuleInput): Promise<AlarmRule> {
    this.note('createRule', rule);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1b2c3d4 + this.#created).toString(16);
    this.#created += 1;
    return this.putRule({ id: `a${number.padStart(8, '0')}`, rule, snoozed: null, watching: rule.enabled });
  }

  async updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
    this.note('updateRule', id, rule);
    const { snoozed } = this.rule(id);
    return this.putRule({ id, rule, snoozed, watching: rule.enabled && snoozed === null });
  }

  async snoozeRule(id: string, { duration_s, reason, by }: RuleSnoozeInput): Promise<AlarmRule> {
    this.note('snoozeRule', id, { duration_s, reason, by });
    const until = new Date(Date.now() + duration_s * 1000).toISOString();
    return this.putRule({ ...this.rule(id), snoozed: { until, reason, by }, watching: false });
  }

  async endSnooze(id: string): Promise<AlarmRule> {
    this.note('endSnooze', id);
    const { rule } = this.rule(id);
    return this.putRule({ id, rule, snoozed: null, watching: rule.enabled });
  }

  renameGroup<Result>({ group, name }: GroupPatch, rename: () => Promise<Result>): Promise<Result> {
    this.note('renameGroup', group, name);
    return rename();
  }

  async removeRule(id: string): Promise<void> {
    this.note('removeRule', id);
    this.rule(id);
    this.rules.delete(id);
    this.events.emit('rule', { key: id, value: null });
  }

  async acknowledge(id: string, acknowledgment?: AlarmAcknowledgment): Promise<Alarm> {
    this.note('acknowledge', id, acknowledgment);
    const alarm = this.alarms.get(id);
    if (!alarm) throw new MensuraError('not-found', `There is no alarm ${id}.`);
    return this.#acknowledge(alarm, acknowledgment);
  }

  async acknowledgeAll(acknowledgment?: AlarmAcknowledgment): Promise<number> {
    this.note('acknowledgeAll', acknowledgment);
    const open = [...this.alarms.values()].filter(({ acknowledged }) => acknowledged === null);
    for (const alarm of open) this.#acknowledge(alarm, acknowledgment);
    return open.length;
  }

  async log(query: AlarmLogQuery): Promise<AlarmLog> {
    this.note('log', query);
    const { from, to, after, limit, activeFrom = 0 } = query;
    const others = this.past.slice(after ? this.past.findIndex(({ id }) => id === after.id) + 1 : 0);
    const found = others
      .filter(({ since }) => Date.parse(since) >= from && Date.parse(since) < to)
      .filter(({ ended }) => ended === null || Date.parse(ended) >= activeFrom)
      .filter(alarmQueryMatcher(query));
    return { alarms: found.slice(0, limit) };
  }

  /** Has an alarm be there, or be another, and says so; one that is over and acknowledged is in the log alone. */
  put(alarm: Alarm): Alarm {
    this.past = [alarm, ...this.past.filter(({ id }) => id !== alarm.id)];
    if (alarm.ended !== null && alarm.acknowledged !== null) this.leave(alarm.id);
    else {
      this.alarms.set(alarm.id, alarm);
      this.events.emit('alarm', { key: alarm.id, value: alarm });
    }
    return alarm;
  }

  /** `put` of an alarm as any. */
  raise(changes: Partial<Alarm> = {}): Alarm {
    return this.put({ ...ALARM, ...changes });
  }

  /** Has an alarm leave the list, and says so. */
  leave(id: string): void {
    this.alarms.delete(id);
    this.events.emit('alarm', { key: id, value: null });
  }

  /** Adds or replaces a rule, and says so. */
  putRule(rule: AlarmRule): AlarmRule {
    this.rules.set(rule.id, rule);
    this.events.emit('rule', { key: rule.id, value: rule });
    return rule;
  }

  #acknowledge(alarm: Alarm, { by, comment }: AlarmAcknowledgment = { by: '', comment: '' }): Alarm {
    return this.put({
      ...alarm,
      acknowledged: '2026-11-20T14:45:13.318Z',
      acknowledged_by: by,
      acknowledgment_comment: comment,
    });
  }
}
