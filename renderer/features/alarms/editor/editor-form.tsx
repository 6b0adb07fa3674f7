import { useEffect, useEffectEvent } from 'react';
import { type AlarmRule, type DisplayUnit, fieldAt } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { SavedForm } from '../../../components/config-editor/use-stored-form.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { createRule, updateRule } from '../../../data/alarms/requests.ts';
import { ChannelFields } from '../fields/channel-fields.tsx';
import { LimitFields } from '../fields/limit-fields.tsx';
import { RULES } from '../rules.ts';
import { useUnitOf } from '../use-channel.ts';
import {
  checkForm,
  configurationText,
  formForChannel,
  formText,
  inputOfForm,
  RULE_FIELDS,
  RULE_LABELS,
  type RuleForm,
} from './rule-form.ts';

interface EditorFormProps extends Omit<EntryFormProps<'alarm-rule', RuleForm>, 'entries' | 'children'> {
  /** Suggests a hysteresis and a delay. */
  isNew?: boolean;
}

export function EditorForm({ isNew = false, ...props }: EditorFormProps) {
  return (
    <EntryForm {...props} entries={RULES}>
      <ChannelFields />
      <LimitFields isNew={isNew} />
      <div className="form-grid">
        <DeclaredField field={fieldAt(RULE_FIELDS, 'severity')} />
        <DeclaredField field={fieldAt(RULE_FIELDS, 'message')} />
      </div>
    </EntryForm>
  );
}

type EditorOptions = Pick<EntryEditorOptions<'alarm-rule', RuleForm>, 'record' | 'initial' | 'what'>;

export function useEditor(options: EditorOptions): FormEditor<AlarmRule, RuleForm> {
  const unitOf = useUnitOf();
  return useEntryEditor({
    ...options,
    entries: RULES,
    kind: {
      labels: RULE_LABELS,
      formOf: (view, present) => formForChannel(view, present, unitOf),
      formText,
      configurationText,
    },
    check: checkForm,
    send: (form, stored) => {
      // The Enabled switch saves itself; the form does not change it.
      const input = inputOfForm(form, options.record?.view.rule.enabled);
      return stored ? updateRule(stored.id, input) : createRule(input);
    },
  });
}

/**
 * Calls `take` if the unit of the rule's channel arrives after the form was created. Not after the first edit: a number
 * typed without a unit must not get one afterwards.
 */
export function useLateUnit(
  { form, isDirty }: SavedForm<AlarmRule, RuleForm>,
  present: DisplayUnit,
  take: (unit: DisplayUnit) => void,
): void {
  const isLate = present.contractUnit !== '' && form.getValues('kept') === '' && !isDirty;
  const taken = useEffectEvent(() => take(present));
  useEffect(() => {
    if (isLate) taken();
  }, [isLate]);
}
