import {
  type FormEditor,
  type FormEditorOptions,
  useFormEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { checkForm, errorSentence, FIELD_PATHS } from '../form/check-form.ts';
import { configurationText, formForChannel, formText, type RuleForm } from '../form/rule-form.ts';
import { useUnitOf } from '../use-channel-unit.ts';

export type Editor = FormEditor<RuleView, RuleForm>;

export type EditorOptions = Omit<FormEditorOptions<RuleView, RuleForm>, 'kind' | 'check'>;

export function useEditor(options: EditorOptions): Editor {
  const unitOf = useUnitOf();
  const kind: FormDefinition<RuleView, RuleForm> = {
    paths: FIELD_PATHS,
    sentence: errorSentence,
    formOf: (view, present) => formForChannel(view, present, unitOf),
    formText,
    configurationText,
  };
  return useFormEditor({ ...options, kind, check: checkForm });
}
