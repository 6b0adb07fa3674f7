import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { captureLocation, heldLeave, useLeaveGuard } from '../../app/guarded-location.ts';
import { RequestError } from '../../data/requests.ts';
import { type ConnectionTest, useConnectionTest } from './connection-test.tsx';
import { type SavedForm, type StoredFormOptions, useStoredForm } from './use-stored-form.ts';

export interface FormEditorOptions<View, Form extends FieldValues> extends StoredFormOptions<View, Form> {
  /** Object of the leave dialog: "the client “local”". */
  what: string;
  /** Null if the user cancels in a dialog: nothing is saved and the form keeps its edits. */
  send: (form: Form) => Promise<View | null>;
  /** @param isHere whether the user is still on the same page */
  onSaved: (view: View, sent: Form, state: SavedForm<View, Form>, isHere: boolean) => void;
}

export interface FormEditor<View, Form extends FieldValues> {
  state: SavedForm<View, Form>;
  /** @returns whether everything is saved */
  save: () => Promise<boolean>;
  busy: boolean;
  /** An error without a field. */
  failure: string;
  dismissFailure: () => void;
}

export function useFormEditor<View, Form extends FieldValues>(
  options: FormEditorOptions<View, Form>,
): FormEditor<View, Form> {
  const { kind, stored, what, send, onSaved } = options;
  const state = useStoredForm(options);
  const { form, isDirty } = state;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const save = async (): Promise<boolean> => {
    setFailure('');
    if (busy || !(await state.check())) return false;
    const sent = structuredClone(form.getValues());
    const isHere = captureLocation();
    setBusy(true);
    try {
      const result = await send(sent);
      if (result === null) return false;
      const isAll = kind.formText(form.getValues()) === kind.formText(sent);
      onSaved(result, sent, state, isHere());
      return isAll;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(state.showErrors(error).join(' '));
      return false;
    } finally {
      setBusy(false);
    }
  };

  useLeaveGuard({ what, holds: () => isDirty, save });
  useSaveKey(save, isDirty || stored === null);
  return { state, save, busy, failure, dismissFailure: () => setFailure('') };
}

/** Ctrl+S or Cmd+S, wherever the focus is. */
function useSaveKey(save: () => Promise<boolean>, canSave: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // Prevents the browser's own command.
    event.preventDefault();
    if (canSave && !heldLeave.get()) void save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

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
