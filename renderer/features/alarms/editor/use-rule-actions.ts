import { useMemo } from 'react';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { createRule, removeRule, updateRule } from '../../../data/alarms/requests.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { useLive } from '../../../data/react.ts';
import { ALARMS_ROUTE, ruleRoute } from '../routes.ts';

/** @param name the rule in a sentence: "the alarm rule for Temperature · E24638" */
export function useRuleActions(view: RuleView, name: string): EntryActions {
  const { rules: store } = useLive();
  const { rule } = view;
  const commands = useMemo<EntryCommands<RuleView>>(
    () => ({
      store,
      idOf: ({ id }) => id,
      routeOf: ruleRoute,
      listRoute: ALARMS_ROUTE,
      removedText: 'Its active alarms were cleared.',
      enable: (id, enabled) => updateRule(id, { ...rule, enabled }),
      remove: removeRule,
      // The restored rule has a new id.
      restore: (removed) => createRule(removed.rule),
    }),
    [store, rule],
  );
  return useEntryActions(commands, view, name);
}
