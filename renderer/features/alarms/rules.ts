import { showToast } from '../../app/toasts.tsx';
import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { createRule, removeRule, snoozeRule, updateRule } from '../../data/alarms/requests.ts';
import { RequestError } from '../../data/requests.ts';
import { ALARMS_ROUTE, NEW_RULE_ROUTE, RULES_ROUTE, ruleRoute } from './routes.ts';
import { remainingSnooze } from './snooze/snooze-form.ts';

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
  restore: async (view, { clock }) => {
    const restored = await createRule(view.rule);
    const duration_s = remainingSnooze(view, clock.now());
    const { reason = '', by = '' } = view.snoozed ?? {};
    if (duration_s === 0) return restored;
    try {
      return await snoozeRule(restored.id, { duration_s, reason, by });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The rule is back: undoing again would add it twice.
      showToast({ title: 'The alarm rule was restored, but not snoozed', text: error.message });
      return restored;
    }
  },
};
