/** A form with what is done with it: testing, saving, guarding it against being left. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { heldLeave, useLeaveGuard } from '../../app/guarded-location.ts';
import { RequestError } from '../../data/requests.ts';
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts';
import { type StoredForm, type StoredFormOptions, useStoredForm } from './use-stored-form.ts';

export interface EntryEditorOptions<View, Form extends FieldValues, Verdict> extends StoredFormOptions<View, Form> {
  /** What the user is asked about when leaving: "the client local". */
  what: string;
  /** Has the service try what a form says. */
  tryOut: (form: Form, signal: AbortSignal) => Promise<Verdict>;
  send: (form: Form) => Promise<View>;
  onSaved: (view: View, sent: Form, state: StoredForm<View, Form>) => void;
}

export interface EntryEditor<View, Form extends FieldValues, Verdict> {
  state: StoredForm<View, Form>;
  test: ConnectionTest<Form, Verdict>;
  /** Answers whether it worked. */
  save: () => Promise<boolean>;
  busy: boolean;
  /** Why it could not be saved, where no field is to blame. */
  failure: string;
  dismissFailure: () => void;
}

export function useEntryEditor<View, Form extends FieldValues, Verdict>(
  options: EntryEditorOptions<View, Form, Verdict>,
): EntryEditor<View, Form, Verdict> {
  const { stored, what, tryOut, send, onSaved } = options;
  const state = useStoredForm(options);
  const { form, isDirty } = state;
  const test = useConnectionTest(state, tryOut);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const save = async (): Promise<boolean> => {
    setFailure('');
    if (busy || !(await state.check())) return false;
    const sent = structuredClone(form.getValues());
    setBusy(true);
    try {
      onSaved(await send(sent), sent, state);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(state.showProblems(error).join(' '));
      return false;
    } finally {
      setBusy(false);
    }
  };

  useLeaveGuard({ what, holds: () => isDirty, save });
  useSaveKey(save, isDirty || stored === null);
  return { state, test, save, busy, failure, dismissFailure: () => setFailure('') };
}

/** Ctrl+S or Cmd+S saves, wherever the focus is. */
function useSaveKey(save: () => Promise<boolean>, canSave: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // The browser would save the page.
    event.preventDefault();
    if (canSave && !heldLeave.get()) void save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
