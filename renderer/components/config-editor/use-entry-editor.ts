import type { FieldValues } from 'react-hook-form';
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts';
import { type FormEditor, type FormEditorOptions, useFormEditor } from './use-form-editor.ts';

export interface EntryEditorOptions<View, Form extends FieldValues, Result> extends FormEditorOptions<View, Form> {
  /** Sends the test request. */
  tryOut: (form: Form, signal: AbortSignal) => Promise<Result>;
}

export interface EntryEditor<View, Form extends FieldValues, Result> extends FormEditor<View, Form> {
  test: ConnectionTest<Form, Result>;
}

export function useEntryEditor<View, Form extends FieldValues, Result>(
  options: EntryEditorOptions<View, Form, Result>,
): EntryEditor<View, Form, Result> {
  const editor = useFormEditor(options);
  const test = useConnectionTest(editor.state, options.tryOut);
  return { ...editor, test };
}
