/** The configured rules: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { type AlarmRule, type AlarmRuleInput, alarmRuleInputSchema, MAX_ALARM_RULES } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import { type FieldError, invalidFields, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';

/** By ID, in the order in which they were added. */
export type Rules = ReadonlyMap<string, AlarmRuleInput>;

/** Equal for two rules with the same conditions, enabled or not. */
function ruleKey(rule: AlarmRuleInput): string {
  return canonicalJson({ ...rule, enabled: undefined });
}

/** The form of generated IDs. */
const RULE_ID = /^a[\da-f]{8}$/;
const RULE_ID_HELP = 'must be a followed by eight hexadecimal digits (0-9, a-f)';

/** The field errors of a complete set of rules, by paths as in `3.id`. */
function validateRules(rules: readonly AlarmRule[]): FieldError[] {
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
 * A new set that replaces all rules.
 * @throws MensuraError `bad-request` naming each invalid field, as in `3.id`
 */
export function replaceRules(rules: readonly AlarmRule[]): Rules {
  requireCapacity(rules.length);
  const misnamed = rules.flatMap(({ id }, index) =>
    RULE_ID.test(id) ? [] : [{ path: `${index}.id`, message: RULE_ID_HELP }],
  );
  const errors = [...misnamed, ...validateRules(rules)];
  if (errors.length > 0) throw invalidFields(errors);
  return new Map(rules.map(({ id, rule }) => [id, rule]));
}

/** @throws MensuraError `conflict` naming the field */
export function requireUnique(id: string, rule: AlarmRuleInput, rules: Rules): void {
  const meaning = ruleKey(rule);
  const other = [...rules].find(([otherId, each]) => otherId !== id && ruleKey(each) === meaning)?.[0];
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
export function findRule(rules: Rules, id: string): AlarmRuleInput {
  const rule = rules.get(id);
  if (!rule) throw new MensuraError('not-found', `No alarm rule with ID ${id}.`);
  return rule;
}

const entrySchema = z.strictObject({
  id: z.string().regex(RULE_ID, { error: RULE_ID_HELP }),
  rule: alarmRuleInputSchema,
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
    this.#file = new JsonFile(join(dataDir, 'alarms.json'), fileSchema, () => ({ version: 1, rules: [] }));
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
      return { version: 1, rules: Array.from(after, ([id, rule]) => ({ id, rule })) };
    };
    await persistChange(this.#file, 'the alarm rules', apply, this.#logger);
    return { before, after };
  }
}

function rulesIn({ rules }: RuleFile): Rules {
  return new Map(rules.map(({ id, rule }) => [id, rule]));
}
