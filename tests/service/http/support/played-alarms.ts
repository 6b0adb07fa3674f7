/** Alarms in memory, without readings: answers as the real administration does, and remembers what it was asked. */
import type {
  Alarm,
  AlarmEvent,
  AlarmLog,
  AlarmRule,
  AlarmRuleEvent,
  AlarmRuleInput,
  Alarms,
} from '../../../../service/contract/index.ts';
import type { AlarmAdministration } from '../../../../service/http/index.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';
import { ALARM } from '../../../support/alarm.ts';

export class PlayedAlarms implements AlarmAdministration {
  readonly events = new Emitter<{ alarm: AlarmEvent; rule: AlarmRuleEvent }>((error) => {
    throw error;
  });
  /** What it was asked to do, with what it was given; questions alone are not counted. */
  readonly calls: unknown[][] = [];
  /** What everything asked of it fails with. */
  failure: Error | undefined;
  readonly #rules = new Map<string, AlarmRuleInput>();
  readonly #alarms = new Map<string, Alarm>();

  list(): Alarms {
    const rules = Array.from(this.#rules, ([id, rule]) => ({ id, rule }));
    return { rules, alarms: [...this.#alarms.values()].toReversed() };
  }

  rule(id: string): AlarmRule {
    const rule = this.#rules.get(id);
    if (!rule) throw new MensuraError('not-found', `There is no rule ${id}.`);
    return { id, rule };
  }

  async createRule(rule: AlarmRuleInput): Promise<AlarmRule> {
    this.#note('createRule', rule);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1b2c3d4 + this.#rules.size).toString(16);
    return this.#set(`a${number.padStart(8, '0')}`, rule);
  }

  async updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
    this.#note('updateRule', id, rule);
    return this.#set(id, rule);
  }

  async removeRule(id: string): Promise<void> {
    this.#note('removeRule', id);
    this.rule(id);
    this.#rules.delete(id);
    this.events.emit('rule', { id, rule: null });
  }

  async acknowledge(id: string): Promise<Alarm> {
    this.#note('acknowledge', id);
    const alarm = this.#alarms.get(id);
    if (!alarm) throw new MensuraError('not-found', `There is no alarm ${id}.`);
    return this.raise({ ...alarm, acknowledged: '2026-11-20T14:45:13.318Z' });
  }

  async acknowledgeAll(): Promise<number> {
    this.#note('acknowledgeAll');
    return this.#alarms.size;
  }

  async log(from: number, to: number, limit: number): Promise<AlarmLog> {
    this.#note('log', from, to, limit);
    return { alarms: this.list().alarms };
  }

  /** Has an alarm be there, or be another, and says so. */
  raise(changes: Partial<Alarm> = {}): Alarm {
    const alarm = { ...ALARM, ...changes };
    this.#alarms.set(alarm.id, alarm);
    this.events.emit('alarm', { id: alarm.id, alarm });
    return alarm;
  }

  /** Has an alarm leave the list, and says so. */
  leave(id: string): void {
    this.#alarms.delete(id);
    this.events.emit('alarm', { id, alarm: null });
  }

  /** Has a rule be there that was removed. */
  bringBack(id: string, rule: AlarmRuleInput): void {
    this.#rules.set(id, rule);
  }

  #note(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }

  #set(id: string, rule: AlarmRuleInput): AlarmRule {
    this.#rules.set(id, rule);
    this.events.emit('rule', { id, rule });
    return { id, rule };
  }
}
