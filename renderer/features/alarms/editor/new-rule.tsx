import { useEffect, useState } from 'react';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { forceNavigate, replacePath } from '../../../app/guarded-location.ts';
import { createRule } from '../../../data/alarms/requests.ts';
import { useLive } from '../../../data/react.ts';
import { emptyForm, inputOfForm } from '../form/rule-form.ts';
import { ALARMS_ROUTE, ruleRoute } from '../routes.ts';
import { useUnitOf } from '../use-channel.ts';
import { EditorForm, useEditor, useLateUnit } from './editor-form.tsx';
import { NewHeader } from './rule-header.tsx';

const NO_CHANNEL: ChannelRef = { family: 'usb', serial: '', channel: '' };

/** @param of the channel of the rule; null until one is selected */
export function NewRule({ of }: { of: ChannelRef | null }) {
  const { rules } = useLive();
  const unit = useUnitOf()(of ?? NO_CHANNEL);
  const [initial] = useState(() => emptyForm(of, unit));
  const editor = useEditor({
    stored: null,
    initial,
    what: 'the new alarm rule',
    send: (form) => createRule(inputOfForm(form)),
    onSaved: (rule, _sent, _state, isHere) => {
      rules.accept(rule);
      if (isHere) replacePath(ruleRoute(rule.id));
    },
  });
  const { form, element } = editor.state;
  useLateUnit(editor.state, unit, (late) => form.reset(emptyForm(of, late)));
  const first = of ? 'upper' : 'serial';
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [element, first]);
  return (
    <EditorForm
      editor={editor}
      isNew
      title="New alarm rule"
      header={<NewHeader />}
      notices={null}
      saveWord="Add rule"
      discardWord="Cancel"
      onDiscard={() => {
        form.reset();
        forceNavigate(ALARMS_ROUTE);
      }}
    />
  );
}
