import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Entities, EntityKind } from '../../../service/contract/index.ts';
import { captureLocation, heldLeave, replacePath, useLeaveGuard } from '../../app/guarded-location.ts';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import type { EntityRecord } from '../../data/stream/entity-store.ts';
import type { EntryDefinition } from './entry-definition.ts';
import { type SavedForm, type StoredFormOptions, useStoredForm } from './use-stored-form.ts';

export interface FormEditorOptions<View, Form extends FieldValues> extends StoredFormOptions<View, Form> {
  /** Object of the leave dialog: "the client “local”". */
  what: string;
  /** Null if the user cancels in a dialog: nothing is saved and the form keeps its edits. */
  send: (form: Form, stored: View | null) => Promise<View | null>;
  /** @param isHere whether the user is still on the same page */
  onSaved: (view: View, sent: Form, state: SavedForm<View, Form>, isHere: boolean) => void;
}

export interface FormEditor<View, Form extends FieldValues>
  extends Pick<FormEditorOptions<View, Form>, 'kind' | 'stored'> {
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
      const result = await send(sent, stored);
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
  return { kind, stored, state, save, busy, failure, dismissFailure: () => setFailure('') };
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

export interface EntryEditorOptions<Kind extends EntityKind, Form extends FieldValues>
  extends Omit<FormEditorOptions<Entities[Kind], Form>, 'stored' | 'onSaved'> {
  entries: EntryDefinition<Kind>;
  /** Undefined for a new entry. */
  record: EntityRecord<Kind> | undefined;
}

export function useEntryEditor<Kind extends EntityKind, Form extends FieldValues>(
  options: EntryEditorOptions<Kind, Form>,
): FormEditor<Entities[Kind], Form> {
  const { entries, record, ...form } = options;
  const store = entries.storeOf(useLive());
  return useFormEditor({
    ...form,
    stored: storedOf(record),
    onSaved: (answer, sent, state, isHere) => {
      store.accept(answer);
      const id = store.keyOf(answer);
      if (record && id === store.keyOf(record.view)) state.settle(answer, sent);
      // A new entry, or one that is added again with a new ID.
      else if (isHere) replacePath(entries.routeOf(id));
    },
  });
}

/** Null for a new entry, and for one that was deleted elsewhere. */
export function storedOf<Kind extends EntityKind>(record: EntityRecord<Kind> | undefined): Entities[Kind] | null {
  return record && !record.gone ? record.view : null;
}
