import { useMemo, useState } from 'react';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { replacePath } from '../../../app/guarded-location.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { createRule, removeRule, updateRule } from '../../../data/alarms/requests.ts';
import { useLive } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { inputOfForm, toForm } from '../form/rule-form.ts';
import { ALARMS_ROUTE, ruleRoute } from '../routes.ts';
import { usePlaces, useUnitOf } from '../use-channel.ts';
import { EditorForm, useEditor, useLateUnit } from './editor-form.tsx';
import { RuleHeader } from './rule-header.tsx';

export function RuleEditor({ record: { view, gone } }: { record: EntityRecord<'alarm-rule'> }) {
  const { rules } = useLive();
  const place = usePlaces()(view.rule);
  const unit = useUnitOf()(view.rule);
  const [initial] = useState(() => toForm(view, unit));
  const stored = gone ? null : view;
  const name = formatChannelLabel(place);
  const what = `the alarm rule for ${name}`;
  const actions = useRuleActions(view, what);
  const editor = useEditor({
    stored,
    initial,
    what,
    // The form has no field for it: the switch in the header enables and disables a rule.
    send: (form) => {
      const input = inputOfForm(form, view.rule.enabled);
      return stored ? updateRule(stored.id, input) : createRule(input);
    },
    onSaved: (answer, sent, state, isHere) => {
      rules.accept(answer);
      if (answer.id === view.id) state.settle(answer, sent);
      // A rule that is added again has a new id.
      else if (isHere) replacePath(ruleRoute(answer.id));
    },
  });
  const { state } = editor;
  useLateUnit(state, unit, (late) => state.form.reset(toForm(view, late)));
  return (
    <EditorForm
      editor={editor}
      isNew={stored === null}
      title={name}
      header={
        <RuleHeader
          rule={view}
          place={place}
          gone={gone}
          busy={actions.busy}
          canRemove={actions.canRemove}
          onEnabledChange={actions.enable}
          onRemove={actions.remove}
        />
      }
      notices={
        <>
          <ActionFailure actions={actions} />
          {gone && (
            <Notice tone="warning" title="This rule was deleted in another window or program">
              <p>The form shows the last saved settings with your edits. “Add rule again” saves them as a new rule.</p>
            </Notice>
          )}
          {!gone && !view.rule.enabled && (
            <Notice tone="info" title="This rule is disabled">
              <p>It does not raise alarms until you enable it.</p>
            </Notice>
          )}
          {state.changedElsewhere && <ChangedElsewhere what="rule" onReload={state.loadStored} />}
        </>
      }
      saveWord={gone ? 'Add rule again' : 'Save changes'}
      discardWord="Discard changes"
      onDiscard={() => (stored ? state.loadStored() : state.form.reset())}
    />
  );
}

/** @param name the rule in a sentence: "the alarm rule for Temperature · E24638" */
function useRuleActions(view: AlarmRule, name: string): EntryActions {
  const { rules: store } = useLive();
  const { rule } = view;
  const commands = useMemo<EntryCommands<'alarm-rule'>>(
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
