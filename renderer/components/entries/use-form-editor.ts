/** A form with what is done with it: saving, guarding it against being left. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { heldLeave, useLeaveGuard } from '../../app/guarded-location.ts';
import { RequestError } from '../../data/requests.ts';
import { type StoredForm, type StoredFormOptions, useStoredForm } from './use-stored-form.ts';

export interface FormEditorOptions<View, Form extends FieldValues> extends StoredFormOptions<View, Form> {
  /** What the user is asked about when leaving: "the client local". */
  what: string;
  send: (form: Form) => Promise<View>;
  onSaved: (view: View, sent: Form, state: StoredForm<View, Form>) => void;
}

export interface FormEditor<View, Form extends FieldValues> {
  state: StoredForm<View, Form>;
  /** Answers whether it worked. */
  save: () => Promise<boolean>;
  busy: boolean;
  /** Why it could not be saved, where no field is to blame. */
  failure: string;
  dismissFailure: () => void;
}

export function useFormEditor<View, Form extends FieldValues>(
  options: FormEditorOptions<View, Form>,
): FormEditor<View, Form> {
  const { stored, what, send, onSaved } = options;
  const state = useStoredForm(options);
  const { form, isDirty } = state;
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
  return { state, save, busy, failure, dismissFailure: () => setFailure('') };
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
