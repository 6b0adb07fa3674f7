/** What can be done with a stored rule as a whole. */
import { useMemo } from 'react';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/entries/use-entry-actions.ts';
import { createRule, removeRule, updateRule } from '../../../data/alarms/requests.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { useLive } from '../../../data/react.ts';
import { ALARMS_ROUTE, ruleRoute } from '../routes.ts';

/** @param name what the rule is about, in words */
export function useRuleActions(view: RuleView, name: string): EntryActions {
  const { rules: store } = useLive();
  const { rule } = view;
  const commands = useMemo<EntryCommands<RuleView>>(
    () => ({
      store,
      idOf: ({ id }) => id,
      routeOf: ruleRoute,
      listRoute: ALARMS_ROUTE,
      removedText: 'It is watched by this rule no longer, and the alarms of the rule are over.',
      enable: (id, enabled) => updateRule(id, { ...rule, enabled }),
      remove: removeRule,
      // What is known of it says all there is. The service gives it another id.
      restore: (removed) => createRule(removed.rule),
    }),
    [store, rule],
  );
  return useEntryActions(commands, view, name);
}
