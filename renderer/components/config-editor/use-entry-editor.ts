import type { FieldValues } from 'react-hook-form';
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts';
import { type FormEditor, type FormEditorOptions, useFormEditor } from './use-form-editor.ts';

export interface EntryEditorOptions<View, Form extends FieldValues, Verdict> extends FormEditorOptions<View, Form> {
  /** Sends the test request. */
  tryOut: (form: Form, signal: AbortSignal) => Promise<Verdict>;
}

export interface EntryEditor<View, Form extends FieldValues, Verdict> extends FormEditor<View, Form> {
  test: ConnectionTest<Form, Verdict>;
}

export function useEntryEditor<View, Form extends FieldValues, Verdict>(
  options: EntryEditorOptions<View, Form, Verdict>,
): EntryEditor<View, Form, Verdict> {
  const editor = useFormEditor(options);
  const test = useConnectionTest(editor.state, options.tryOut);
  return { ...editor, test };
}
