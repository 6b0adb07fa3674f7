import { useEffect, useEffectEvent } from 'react';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import {
  type FormEditor,
  type FormEditorOptions,
  useFormEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition, SavedForm } from '../../../components/config-editor/use-stored-form.ts';
import type { DisplayUnit } from '../../../data/units/display-unit.ts';
import { ChannelFields } from '../fields/channel-fields.tsx';
import { LimitFields } from '../fields/limit-fields.tsx';
import {
  checkForm,
  configurationText,
  formForChannel,
  formText,
  RULE_LABELS,
  type RuleForm,
} from '../form/rule-form.ts';
import { useUnitOf } from '../use-channel.ts';

export type EditorFormProps = Omit<EntryFormProps<AlarmRule, RuleForm>, 'result' | 'children'>;

export function EditorForm(props: EditorFormProps) {
  return (
    <EntryForm {...props}>
      <ChannelFields />
      <LimitFields />
    </EntryForm>
  );
}

type Editor = FormEditor<AlarmRule, RuleForm>;

type EditorOptions = Omit<FormEditorOptions<AlarmRule, RuleForm>, 'kind' | 'check'>;

export function useEditor(options: EditorOptions): Editor {
  const unitOf = useUnitOf();
  const kind: FormDefinition<AlarmRule, RuleForm> = {
    labels: RULE_LABELS,
    formOf: (view, present) => formForChannel(view, present, unitOf),
    formText,
    configurationText,
  };
  return useFormEditor({ ...options, kind, check: checkForm });
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
