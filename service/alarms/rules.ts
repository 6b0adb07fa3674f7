import { type AlarmRule, type AlarmRuleInput, MAX_ALARM_RULES } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import { type FieldError, invalidFields, MensuraError } from '../support/errors.ts';

/** By ID, in the order in which they were added. */
export type Rules = ReadonlyMap<string, AlarmRuleInput>;

/** Equal for two rules with the same conditions, enabled or not. */
export function ruleKey(rule: AlarmRuleInput): string {
  return canonicalJson({ ...rule, enabled: undefined });
}

/** The form of generated IDs. */
export const RULE_ID = /^a[\da-f]{8}$/;
export const RULE_ID_HELP = 'must be a followed by eight hexadecimal digits (0-9, a-f)';

/** The field errors of a complete set of rules, by paths as in `3.id`. */
export function validateRules(rules: readonly AlarmRule[]): FieldError[] {
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
