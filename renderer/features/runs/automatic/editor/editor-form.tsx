import type { RunPlan } from '../../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../../components/config-editor/entry-form.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  useEntryEditor,
} from '../../../../components/config-editor/use-form-editor.ts';
import { writePreference } from '../../../../data/preferences.ts';
import { createPlan, updatePlan } from '../../../../data/runs/plan-requests.ts';
import { OPERATOR_PREFERENCE } from '../../editor/editor-form.tsx';
import type { UnitOf } from '../../editor/run-form.ts';
import { PLANS } from '../plans.ts';
import { PlanFields, type PlanFieldsProps } from './plan-fields.tsx';
import { checkForm, inputOfForm, type PlanForm, planFormDefinition } from './plan-form.ts';

export interface EditorFormProps
  extends Omit<EntryFormProps<'run-plan', PlanForm>, 'entries' | 'children'>,
    Pick<PlanFieldsProps, 'groups'> {}

export function EditorForm({ groups, ...props }: EditorFormProps) {
  return (
    <EntryForm {...props} entries={PLANS}>
      <PlanFields groups={groups} isNew={props.saved === undefined} />
    </EntryForm>
  );
}

interface EditorOptions extends Pick<EntryEditorOptions<'run-plan', PlanForm>, 'record' | 'initial' | 'what'> {
  unitOf: UnitOf;
}

export function usePlanEditor({ unitOf, ...options }: EditorOptions): FormEditor<RunPlan, PlanForm> {
  return useEntryEditor({
    ...options,
    entries: PLANS,
    kind: planFormDefinition(unitOf),
    check: checkForm,
    send: async (form, stored) => {
      // The Enabled switch saves itself; the form of a saved one does not change it.
      const input = inputOfForm(form, options.record?.view.plan.enabled);
      const saved = await (stored ? updatePlan(stored.id, input) : createPlan(input));
      writePreference(OPERATOR_PREFERENCE, saved.plan.operator);
      return saved;
    },
  });
}
