import { useCallback } from 'react';
import type { DatabaseTestResult, DatabaseView } from '../../../../service/contract/index.ts';
import { useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { labelsOf } from '../../../components/config-editor/field-errors.ts';
import { Fold } from '../../../components/config-editor/fold.tsx';
import { testSteps } from '../../../components/config-editor/test-steps.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  storedOf,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { createDatabase, testDatabase, updateDatabase } from '../../../data/databases/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { DATABASES, type DatabaseFacts } from '../databases.ts';
import { checkForm } from './check-form.ts';
import {
  configurationText,
  DATABASE_FIELDS,
  type DatabaseForm,
  formOfDatabase,
  formText,
  inputOfForm,
} from './database-form.ts';
import { AdvancedFields, MainFields } from './fields.tsx';
import { ReadingFields } from './reading-fields.tsx';

const DATABASE_FORM: FormDefinition<DatabaseView, DatabaseForm> = {
  labels: labelsOf(DATABASE_FIELDS),
  identifier: 'name',
  formOf: formOfDatabase,
  formText,
  configurationText,
};

const TestSteps = testSteps({ connect: 'Connection', access: 'Access', write: 'Write' });

type EditorOptions = Pick<EntryEditorOptions<'database', DatabaseForm>, 'record' | 'initial' | 'what'>;

export function useEditor(options: EditorOptions): FormEditor<DatabaseView, DatabaseForm> {
  const stored = storedOf(options.record);
  const databases = useReadable(useLive().databases.list);
  const check = useCallback((form: DatabaseForm) => checkForm(form, { stored, databases }), [stored, databases]);
  return useEntryEditor({ ...options, entries: DATABASES, kind: DATABASE_FORM, check, send });
}

/** The Enabled switch saves itself; the form does not change it. */
function send(form: DatabaseForm, stored: DatabaseView | null): Promise<DatabaseView> {
  const input = inputOfForm(form);
  return stored ? updateDatabase(stored.id, { ...input, enabled: stored.config.enabled }) : createDatabase(input);
}

export interface EditorFormProps
  extends Omit<EntryFormProps<'database', DatabaseForm>, 'entries' | 'test' | 'children'> {
  /** Null while unknown. */
  facts: DatabaseFacts | null;
}

export function EditorForm({ facts, ...entry }: EditorFormProps) {
  const { stored, state } = entry.editor;
  const test = useConnectionTest<DatabaseView, DatabaseForm, DatabaseTestResult>(
    entry.editor,
    (form, signal) => testDatabase(inputOfForm(form), stored?.id ?? null, signal),
    TestSteps,
  );
  return (
    <EntryForm {...entry} entries={DATABASES} test={test}>
      <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
      <Fold name="readings" title="What is written" subjects="devices, channels, interval, changes" state={state}>
        <ReadingFields simulatedWritten={facts?.simulated_written ?? null} />
      </Fold>
      <Fold name="advanced" title="Advanced" subjects="measurement, tags, gzip, TLS" state={state}>
        <AdvancedFields stored={stored} />
      </Fold>
    </EntryForm>
  );
}
