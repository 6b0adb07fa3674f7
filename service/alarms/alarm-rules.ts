/** The rules with their snoozes: changes and stores them, and follows which of them watch. */
import { isDeepStrictEqual } from 'node:util';
import {
  type AlarmRule,
  type AlarmRuleInput,
  formatRuleDevices,
  type GroupPatch,
  type RuleSnooze,
  type RuleSnoozeInput,
  type StoredAlarmRule,
} from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import type { Clock } from '../support/clock.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { ZoneOffset } from '../support/local-time.ts';
import type { Logger } from '../support/logger.ts';
import {
  type AlarmRuleStore,
  findRule,
  freshId,
  identicalRule,
  type RuleEntry,
  type Rules,
  replaceRules,
  requireCapacity,
  requireUnique,
} from './rule-store.ts';
import { WatchSchedule } from './watch-schedule.ts';

/** Longest user's text in a log line, in characters. */
const MAX_LOGGED = 200;

export interface AlarmRulesOptions {
  /** Was started. */
  store: AlarmRuleStore;
  clock: Clock;
  offsetOf: ZoneOffset;
  logger: Logger;
  /**
   * A rule was changed, or starts or stops watching.
   * @param before undefined: it is new
   * @param now undefined: it was removed
   */
  onChange(id: string, before: AlarmRuleInput | undefined, now: AlarmRule | undefined): void;
}

export class AlarmRules {
  readonly #options: AlarmRulesOptions;
  readonly #schedule: WatchSchedule;
  /** The write that deletes ended snoozes. */
  #forgetting: Promise<void> | undefined;

  constructor(options: AlarmRulesOptions) {
    const { clock, offsetOf } = options;
    this.#options = options;
    this.#schedule = new WatchSchedule({ clock, offsetOf, onChange: (ids) => this.#followSchedule(ids) });
  }

  /** Evaluates which rules watch, without reports. */
  start(): void {
    const { rules } = this.#options.store;
    this.#schedule.start(rules);
    this.#forgetSnoozes([...rules.keys()]);
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#schedule.stop();
    await this.#forgetting;
  }

  /** Watch times and snoozes may have ended during sleep. */
  wake(): void {
    this.#schedule.check();
  }

  /** In the order in which they were added. */
  list(): AlarmRule[] {
    return Array.from(this.#options.store.rules, ([id, entry]) => this.#viewOf(id, entry));
  }

  /** @throws MensuraError `not-found` */
  get(id: string): AlarmRule {
    return this.#viewOf(id, findRule(this.#options.store.rules, id));
  }

  find(id: string): AlarmRuleInput | undefined {
    return this.#options.store.rules.get(id)?.rule;
  }

  /** @throws MensuraError `bad-request` at the limit, `conflict`, `storage-failed` */
  async create(rule: AlarmRuleInput): Promise<AlarmRule> {
    let id = '';
    const { after } = await this.#change((rules) => {
      requireCapacity(rules.size + 1);
      id = freshId(rules);
      requireUnique(id, rule, rules);
      return new Map([...rules, [id, { rule, snoozed: null }]]);
    });
    return this.#viewOf(id, findRule(after, id));
  }

  /** A snoozed rule stays snoozed. @throws MensuraError `not-found`, `conflict`, `storage-failed` */
  async update(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
    const { after } = await this.#change((rules) => {
      const { snoozed } = findRule(rules, id);
      requireUnique(id, rule, rules);
      return new Map([...rules, [id, { rule, snoozed }]]);
    });
    return this.#viewOf(id, findRule(after, id));
  }

  /** @throws MensuraError `not-found`, `storage-failed` */
  async remove(id: string): Promise<void> {
    await this.#change((rules) => {
      findRule(rules, id);
      return new Map([...rules].filter(([other]) => other !== id));
    });
  }

  /**
   * Replaces all rules and their IDs in one write, all or nothing. No rule is snoozed after it.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(rules: readonly StoredAlarmRule[]): Promise<() => Promise<void>> {
    const { before } = await this.#change(() => replaceRules(rules));
    return async () => {
      await this.#change(() => before);
    };
  }

  /**
   * Rules of a group follow its new name.
   * @returns undoes it
   * @throws MensuraError `conflict` if a rule would be identical to another, `storage-failed`
   */
  async renameGroup({ group, name }: GroupPatch): Promise<() => Promise<void>> {
    const renamed = new Set<string>();
    const isOfGroup = ({ rule }: RuleEntry): boolean => rule.group === group;
    if (![...this.#options.store.rules.values()].some(isOfGroup)) return async () => {};
    await this.#change((rules) => {
      for (const [id, entry] of rules) if (isOfGroup(entry)) renamed.add(id);
      const after = withGroup(rules, renamed, name);
      for (const id of renamed) {
        const other = identicalRule(id, findRule(after, id).rule, after);
        if (other === undefined) continue;
        const text = `Cannot rename the group: alarm rule ${id} would be identical to rule ${other}. Delete one of them first.`;
        throw new MensuraError('conflict', text);
      }
      return after;
    });
    return async () => {
      await this.#change((rules) => withGroup(rules, renamed, group));
    };
  }

  /** A later snooze replaces an earlier one. @throws MensuraError `not-found`, `storage-failed` */
  async snooze(id: string, { duration_s, reason, by }: RuleSnoozeInput): Promise<AlarmRule> {
    const until = new Date(this.#options.clock.now() + duration_s * 1000).toISOString();
    const { after } = await this.#setSnooze(id, { until, reason, by });
    const facts = [`until ${until}`, by && `by ${quoted(by)}`, reason && `reason ${quoted(reason)}`];
    this.#log('snoozed', id, findRule(after, id), ` (${facts.filter(Boolean).join(', ')})`);
    return this.#viewOf(id, findRule(after, id));
  }

  /** Nothing changes if it is not snoozed. @throws MensuraError `not-found`, `storage-failed` */
  async endSnooze(id: string): Promise<AlarmRule> {
    const { before, after } = await this.#setSnooze(id, null);
    if (before.get(id)?.snoozed) this.#log('ended the snooze of', id, findRule(after, id));
    return this.#viewOf(id, findRule(after, id));
  }

  #setSnooze(id: string, snoozed: RuleSnooze | null): Promise<Record<'before' | 'after', Rules>> {
    return this.#change((rules) => new Map([...rules, [id, { rule: findRule(rules, id).rule, snoozed }]]));
  }

  /**
   * Saves a change, then reports it.
   * @returns the rules before and after it
   */
  async #change(make: (rules: Rules) => Rules): Promise<Record<'before' | 'after', Rules>> {
    const { before, after } = await this.#options.store.change(make);
    for (const [id, { rule }] of before) {
      if (after.has(id)) continue;
      this.#schedule.delete(id);
      this.#options.onChange(id, rule, undefined);
    }
    for (const [id, entry] of after) {
      if (isDeepStrictEqual(before.get(id), entry)) continue;
      this.#schedule.set(id, entry);
      this.#options.onChange(id, before.get(id)?.rule, this.#viewOf(id, entry));
    }
    return { before, after };
  }

  #followSchedule(ids: readonly string[]): void {
    const { rules } = this.#options.store;
    for (const id of ids) {
      const entry = rules.get(id);
      if (entry) this.#options.onChange(id, entry.rule, this.#viewOf(id, entry));
    }
    this.#forgetSnoozes(ids);
  }

  /** Deletes ended snoozes from the file, where a clock that is set back could start them again. */
  #forgetSnoozes(ids: readonly string[]): void {
    const { store, logger } = this.#options;
    const { rules } = store;
    const ended = new Map<string, RuleSnooze>();
    for (const id of ids) {
      const entry = rules.get(id);
      if (!entry?.snoozed || this.#viewOf(id, entry).snoozed) continue;
      ended.set(id, entry.snoozed);
      this.#log('ended the snooze of', id, entry, ' (its time is over)');
    }
    if (ended.size === 0) return;
    const forget = (id: string, entry: RuleEntry): RuleEntry =>
      isDeepStrictEqual(entry.snoozed, ended.get(id)) ? { ...entry, snoozed: null } : entry;
    this.#forgetting = store
      .change((entries) => new Map(Array.from(entries, ([id, entry]) => [id, forget(id, entry)])))
      .then(
        () => undefined,
        (error: unknown) => logger.warn(`cannot delete ended snoozes: ${errorText(error)}`, { error }),
      );
  }

  #viewOf(id: string, entry: RuleEntry): AlarmRule {
    return { id, rule: entry.rule, ...this.#schedule.stateOf(id, entry) };
  }

  #log(event: string, id: string, { rule }: RuleEntry, facts = ''): void {
    this.#options.logger.info(
      `${event} rule ${id} of ${labelText(`${formatRuleDevices(rule)} ${rule.channel}`)}${facts}`,
    );
  }
}

/** A user's text on one line. */
function quoted(text: string): string {
  return JSON.stringify(labelText(text, MAX_LOGGED));
}

function withGroup(rules: Rules, ids: ReadonlySet<string>, group: string): Rules {
  return new Map(
    Array.from(rules, ([id, entry]) => [id, ids.has(id) ? { ...entry, rule: { ...entry.rule, group } } : entry]),
  );
}
