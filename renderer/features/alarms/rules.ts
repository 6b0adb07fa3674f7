import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { createRule, removeRule, updateRule } from '../../data/alarms/requests.ts';
import { ALARMS_ROUTE, NEW_RULE_ROUTE, RULES_ROUTE, ruleRoute } from './routes.ts';

export const RULES: EntryDefinition<'alarm-rule'> = {
  storeOf: ({ rules }) => rules,
  word: 'rule',
  title: 'Alarm rules',
  none: 'No alarm rules',
  newTitle: 'New alarm rule',
  detailsTitle: 'Alarms from this rule',
  removedText: 'Its active alarms were cleared.',
  deletedText: 'The form shows the last saved settings with your edits. “Add rule again” saves them as a new rule.',
  routeOf: ruleRoute,
  newRoute: NEW_RULE_ROUTE,
  pageRoute: ALARMS_ROUTE,
  listRoute: RULES_ROUTE,
  enable: ({ id, rule }, enabled) => updateRule(id, { ...rule, enabled }),
  remove: removeRule,
  // The restored rule has a new id.
  restore: ({ rule }) => createRule(rule),
};
