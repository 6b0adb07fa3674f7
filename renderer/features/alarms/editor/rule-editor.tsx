/** A stored rule in the middle. */
import { useState } from 'react';
import { readdress } from '../../../app/guarded-location.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/entries/entry-notices.tsx';
import { Notice } from '../../../components/notice.tsx';
import { placeWords } from '../../../data/alarms/places.ts';
import { createRule, updateRule } from '../../../data/alarms/requests.ts';
import type { RuleRecord } from '../../../data/alarms/rule-store.ts';
import { useLive } from '../../../data/react.ts';
import { formOfRule, inputOfForm } from '../form/rule-form.ts';
import { ruleRoute } from '../routes.ts';
import { useUnitOf } from '../use-channel-unit.ts';
import { usePlaces } from '../use-places.ts';
import { EditorForm } from './editor-form.tsx';
import { RuleHeader } from './rule-header.tsx';
import { useEditor } from './use-editor.ts';
import { useLateUnit } from './use-late-unit.ts';
import { useRuleActions } from './use-rule-actions.ts';

export function RuleEditor({ record: { view, gone } }: { record: RuleRecord }) {
  const { rules } = useLive();
  const place = usePlaces()(view.rule);
  const unit = useUnitOf()(view.rule);
  const [initial] = useState(() => formOfRule(view, unit));
  const stored = gone ? null : view;
  const name = placeWords(place);
  const what = `the alarm rule for ${name}`;
  const actions = useRuleActions(view, what);
  const editor = useEditor({
    stored,
    initial,
    what,
    // Whether it is switched on has a switch of its own: the form leaves it as it is by now.
    send: (form) => {
      const input = inputOfForm(form, view.rule.enabled);
      return stored ? updateRule(stored.id, input) : createRule(input);
    },
    onSaved: (answer, sent, state, isHere) => {
      rules.accept(answer);
      if (answer.id === view.id) state.settle(answer, sent);
      // One that is added again has another id.
      else if (isHere) readdress(ruleRoute(answer.id));
    },
  });
  const { state } = editor;
  useLateUnit(state, unit, (late) => state.form.reset(formOfRule(view, late)));
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
            <Notice tone="warning" title="This rule was removed elsewhere">
              <p>What stands below is from before, with what you changed: you can add it again.</p>
            </Notice>
          )}
          {!gone && !view.rule.enabled && (
            <Notice tone="info" title="This rule is off">
              <p>It stays as it is, but watches nothing.</p>
            </Notice>
          )}
          {state.changedElsewhere && <ChangedElsewhere what="rule" onTake={state.takeStored} />}
        </>
      }
      saveWord={gone ? 'Add it again' : 'Save'}
      discardWord="Discard"
      onDiscard={() => (stored ? state.takeStored() : state.form.reset())}
    />
  );
}
