/** A form with what is done with it: testing, saving, guarding it against being left. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { heldLeave, useLeaveGuard } from '../../../app/guarded-location.ts';
import { RequestError } from '../../../data/requests.ts';
import type { ValueStore } from '../../../data/store.ts';
import type { ClientForm } from '../form/client-form.ts';
import { type ClientFormState, useClientForm } from './use-client-form.ts';
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts';

/** What the form holds just now, for what is shown beside it. */
export type Draft = ValueStore<ClientForm | null>;

export interface EditorOptions {
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  initial: ClientForm;
  draft: Draft;
  /** What the user is asked about when leaving: "the client local". */
  what: string;
  send: (form: ClientForm) => Promise<MqttClientView>;
  onSaved: (view: MqttClientView, sent: ClientForm, state: ClientFormState) => void;
}

export interface Editor {
  state: ClientFormState;
  test: ConnectionTest;
  /** Answers whether it worked. */
  save: () => Promise<boolean>;
  busy: boolean;
  /** Why it could not be saved, where no field is to blame. */
  failure: string;
  dismissFailure: () => void;
}

export function useEditor({ stored, initial, draft, what, send, onSaved }: EditorOptions): Editor {
  const state = useClientForm({ stored, initial });
  const { form, isDirty } = state;
  const test = useConnectionTest(state, stored?.identifier ?? null);
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
  useEffect(() => {
    draft.set(structuredClone(form.getValues()));
    const { unsubscribe } = form.watch(() => draft.set(structuredClone(form.getValues())));
    return () => {
      unsubscribe();
      draft.set(null);
    };
  }, [form, draft]);

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
