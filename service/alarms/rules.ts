/** Which rules there may be beside each other. */
import { type AlarmRuleInput, MAX_ALARM_RULES } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import { MensuraError } from '../support/errors.ts';

/** By id, in the order in which they were added. */
export type Rules = ReadonlyMap<string, AlarmRuleInput>;

/** What a rule says, whether it is switched on or not: the same text for two that say the same. */
export function meaningOf(rule: AlarmRuleInput): string {
  return canonicalJson({ ...rule, enabled: undefined });
}

/** @throws MensuraError `conflict` naming the field */
export function requireNoEqual(id: string, rule: AlarmRuleInput, rules: Rules): void {
  const meaning = meaningOf(rule);
  const other = [...rules].find(([otherId, each]) => otherId !== id && meaningOf(each) === meaning)?.[0];
  if (other === undefined) return;
  const problem = { path: 'channel', message: `the rule ${other} watches it in exactly this way already` };
  throw new MensuraError('conflict', `${problem.path}: ${problem.message}.`, { problems: [problem] });
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireRoom(count: number): void {
  if (count <= MAX_ALARM_RULES) return;
  throw new MensuraError('bad-request', `There may be ${MAX_ALARM_RULES} rules of alarms at most.`);
}

/** @throws MensuraError `not-found` */
export function findRule(rules: Rules, id: string): AlarmRuleInput {
  const rule = rules.get(id);
  if (!rule) throw new MensuraError('not-found', `There is no rule ${id}.`);
  return rule;
}
