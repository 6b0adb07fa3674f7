/** A rule's form with what is done with it. */
import { useMemo } from 'react';
import { type FormEditor, type FormEditorOptions, useFormEditor } from '../../../components/entries/use-form-editor.ts';
import type { FormKind } from '../../../components/entries/use-stored-form.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import type { DisplayUnit } from '../../../data/units/index.ts';
import { checkForm, FIELD_PATHS, problemSentence } from '../form/check-form.ts';
import { configurationText, formOfRule, formText, type RuleForm } from '../form/rule-form.ts';

export type Editor = FormEditor<RuleView, RuleForm>;

export interface EditorOptions extends Omit<FormEditorOptions<RuleView, RuleForm>, 'kind' | 'check'> {
  /** How the limits of the rule are shown: the same as long as the form is there, or what is typed would change its meaning. */
  unit: DisplayUnit;
}

export function useEditor({ unit, ...options }: EditorOptions): Editor {
  const kind = useMemo<FormKind<RuleView, RuleForm>>(
    () => ({
      paths: FIELD_PATHS,
      sentence: problemSentence,
      formOf: (view) => formOfRule(view, unit),
      formText,
      configurationText,
    }),
    [unit],
  );
  return useFormEditor({ ...options, kind, check: checkForm });
}
