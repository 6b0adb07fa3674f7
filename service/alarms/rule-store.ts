/** The configured rules and their snoozes: read once, changed one request at a time, written atomically. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  type AlarmRuleInput,
  alarmRuleInputSchema,
  MAX_ALARM_RULES,
  type RuleSnooze,
  ruleSnoozeSchema,
  type StoredAlarmRule,
} from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import { type FieldError, invalidFields, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';

export interface RuleEntry {
  rule: AlarmRuleInput;
  /** Null: it is not snoozed. The end may be past. */
  snoozed: RuleSnooze | null;
}

/** By ID, in the order in which they were added. */
export type Rules = ReadonlyMap<string, RuleEntry>;

/** Equal for two rules with the same conditions, enabled or not. */
function ruleKey(rule: AlarmRuleInput): string {
  return canonicalJson({ ...rule, enabled: undefined });
}

/** The form of generated IDs. */
const RULE_ID = /^a[\da-f]{8}$/;
const RULE_ID_HELP = 'must be a followed by eight hexadecimal digits (0-9, a-f)';

/** The field errors of a complete set of rules, by paths as in `3.id`. */
function validateRules(rules: readonly StoredAlarmRule[]): FieldError[] {
  const ids = new Set<string>();
  const meanings = new Set<string>();
  return rules.flatMap(({ id, rule }, index) => {
    const meaning = ruleKey(rule);
    const errors: FieldError[] = [];
    if (ids.has(id)) errors.push({ path: `${index}.id`, message: 'is already in use' });
    if (meanings.has(meaning)) errors.push({ path: `${index}.rule`, message: 'already exists' });
    ids.add(id);
    meanings.add(meaning);
    return errors;
  });
}

/**
 * A new set that replaces all rules. None of them is snoozed.
 * @throws MensuraError `bad-request` naming each invalid field, as in `3.id`
 */
export function replaceRules(rules: readonly StoredAlarmRule[]): Rules {
  requireCapacity(rules.length);
  const misnamed = rules.flatMap(({ id }, index) =>
    RULE_ID.test(id) ? [] : [{ path: `${index}.id`, message: RULE_ID_HELP }],
  );
  const errors = [...misnamed, ...validateRules(rules)];
  if (errors.length > 0) throw invalidFields(errors);
  return new Map(rules.map(({ id, rule }) => [id, { rule, snoozed: null }]));
}

/** The ID of another rule with the same conditions; undefined if there is none. */
export function identicalRule(id: string, rule: AlarmRuleInput, rules: Rules): string | undefined {
  const meaning = ruleKey(rule);
  return [...rules].find(([otherId, each]) => otherId !== id && ruleKey(each.rule) === meaning)?.[0];
}

/** @throws MensuraError `conflict` naming the field */
export function requireUnique(id: string, rule: AlarmRuleInput, rules: Rules): void {
  const other = identicalRule(id, rule, rules);
  if (other === undefined) return;
  const problem = { path: 'channel', message: `is identical to rule ${other}` };
  throw new MensuraError('conflict', `${problem.path}: ${problem.message}.`, { errors: [problem] });
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireCapacity(count: number): void {
  if (count <= MAX_ALARM_RULES) return;
  throw new MensuraError('bad-request', `The limit is ${MAX_ALARM_RULES} alarm rules. Delete one first.`);
}

/** @throws MensuraError `not-found` */
export function findRule(rules: Rules, id: string): RuleEntry {
  const entry = rules.get(id);
  if (!entry) throw new MensuraError('not-found', `No alarm rule with ID ${id}.`);
  return entry;
}

/** An unused ID. */
export function freshId(rules: Rules): string {
  for (;;) {
    const id = `a${randomBytes(4).toString('hex')}`;
    if (!rules.has(id)) return id;
  }
}

/** Fields that earlier versions refuse. */
const NEW_FIELDS = [
  'group',
  'change',
  'change_s',
  'deviation',
  'reference',
  'watch_days',
  'watch_from',
  'watch_to',
] as const;
const DEFAULTS = alarmRuleInputSchema.parse({ family: 'usb', serial: '-', channel: '-', upper: 0 });

/** A rule that uses no new field is stored as earlier versions did, so that they open the file. */
function storedRule(rule: AlarmRuleInput): Partial<AlarmRuleInput> {
  const stored: Partial<AlarmRuleInput> = { ...rule };
  for (const field of NEW_FIELDS) if (isDeepStrictEqual(rule[field], DEFAULTS[field])) delete stored[field];
  return stored;
}

const entrySchema = z.strictObject({
  id: z.string().regex(RULE_ID, { error: RULE_ID_HELP }),
  rule: alarmRuleInputSchema,
  /** Missing while it is not snoozed. */
  snoozed: ruleSnoozeSchema.optional(),
});

/** Also validates a file edited by hand, by the rules for new entries. */
const fileSchema = z
  .strictObject({ version: z.literal(1), rules: z.array(entrySchema).max(MAX_ALARM_RULES) })
  .superRefine((file, context) => {
    for (const { path, message } of validateRules(file.rules)) {
      context.addIssue({ code: 'custom', path: ['rules', ...path.split('.')], message });
    }
  });

type RuleFile = z.infer<typeof fileSchema>;

export class AlarmRuleStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor(dataDir: string, logger: Logger) {
    const empty = (): RuleFile => ({ version: 1, rules: [] });
    this.#file = new JsonFile(join(dataDir, 'alarms.json'), fileSchema, empty, ({ version, rules }) => ({
      version,
      rules: rules.map((entry) => ({ ...entry, rule: storedRule(entry.rule) })),
    }));
    this.#logger = logger;
  }

  /** In the order in which they were added. */
  get rules(): Rules {
    return rulesIn(this.#file.value);
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /**
   * Changes the rules once the file is written.
   * @returns the rules before and after the change
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  async change(make: (rules: Rules) => Rules): Promise<Record<'before' | 'after', Rules>> {
    let before = this.rules;
    let after = before;
    const apply = (file: RuleFile): RuleFile => {
      before = rulesIn(file);
      after = make(before);
      const rules = Array.from(after, ([id, { rule, snoozed }]) => ({ id, rule, ...(snoozed && { snoozed }) }));
      return { version: 1, rules };
    };
    await persistChange(this.#file, 'the alarm rules', apply, this.#logger);
    return { before, after };
  }
}

function rulesIn({ rules }: RuleFile): Rules {
  return new Map(rules.map(({ id, rule, snoozed = null }) => [id, { rule, snoozed }]));
}
