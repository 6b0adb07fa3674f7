import type { FormEvent } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import type { Run } from '../../../../service/contract/index.ts';
import { forceNavigate } from '../../../app/guarded-location.ts';
import { ChangedElsewhere, SaveBar, SaveFailure } from '../../../components/config-editor/save-bar.tsx';
import { type FormEditor, useFormEditor } from '../../../components/config-editor/use-form-editor.ts';
import '../../../components/config-editor/entries.css';
import type { ChannelGroup } from '../../../data/compare/selectable-channels.ts';
import { writePreference } from '../../../data/preferences.ts';
import { useLive } from '../../../data/react.ts';
import { startRun, updateRun } from '../../../data/runs/requests.ts';
import { RunBackLink } from '../back-link.tsx';
import { RUNS_ROUTE, runRoute } from '../routes.ts';
import { RunFields } from './run-fields.tsx';
import { checkForm, inputOfForm, type RunForm, runFormDefinition, startOfForm, type UnitOf } from './run-form.ts';

/** The last entered operator in this browser. */
export const OPERATOR_PREFERENCE = 'run-operator';

interface EditorOptions {
  /** Null for a new run. */
  stored: Run | null;
  initial: RunForm;
  /** Object of the leave dialog: "the run “Batch 12”". */
  what: string;
  unitOf: UnitOf;
}

/** Shows the run when it is saved. */
export function useRunEditor({ stored, initial, what, unitOf }: EditorOptions): FormEditor<Run, RunForm> {
  const { runs } = useLive();
  return useFormEditor<Run, RunForm>({
    stored,
    initial,
    what,
    kind: runFormDefinition(unitOf),
    check: checkForm,
    send: (form, before) => (before ? updateRun(before.id, inputOfForm(form)) : startRun(startOfForm(form))),
    onSaved: (run, sent, state, isHere) => {
      writePreference(OPERATOR_PREFERENCE, run.operator);
      runs.accept(run);
      state.settle(run, sent);
      if (isHere) forceNavigate(runRoute(run.id), { replace: true });
    },
  });
}

export interface EditorFormProps {
  editor: FormEditor<Run, RunForm>;
  title: string;
  subtitle: string;
  groups: readonly ChannelGroup[];
}

export function EditorForm({ editor, title, subtitle, groups }: EditorFormProps) {
  const { state, stored, busy } = editor;
  const { form, element, isDirty, changedElsewhere, loadStored } = state;
  const isPast = useWatch({ control: form.control, name: 'isPast' });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <article className="entry-view run-editor" aria-label={title}>
      <header className="entry-header">
        <div className="entry-identity">
          <RunBackLink id={stored?.id} />
          <h1 className="ellipsis" title={title}>
            {title}
          </h1>
          <p className="entry-facts dim">{subtitle}</p>
        </div>
      </header>
      <FormProvider {...form}>
        <div className="entry-notices">
          {changedElsewhere && <ChangedElsewhere what="This run was" tone="warning" onReload={loadStored} />}
          <SaveFailure editor={editor} />
        </div>
        <form ref={element} noValidate autoComplete="off" className="entry-form" onSubmit={onSubmit}>
          <RunFields groups={groups} isNew={stored === null} />
          <SaveBar
            isNew
            isDirty={isDirty}
            busy={busy}
            saveWord={stored ? 'Save changes' : isPast ? 'Save run' : 'Start run'}
            discardWord="Cancel"
            onDiscard={() => forceNavigate(stored ? runRoute(stored.id) : RUNS_ROUTE)}
          />
        </form>
      </FormProvider>
    </article>
  );
}
