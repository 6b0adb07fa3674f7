import { useCallback, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { labelsOf } from '../../../components/config-editor/field-errors.ts';
import {
  type EntryEditorOptions,
  type FormEditor,
  storedOf,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { createClient, updateClient } from '../../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { ValueStore } from '../../../data/store.ts';
import { CLIENTS } from '../clients.ts';
import { checkForm } from '../form/check-form.ts';
import {
  CLIENT_FIELDS,
  type ClientForm,
  configurationText,
  formOfClient,
  formText,
  inputOfForm,
  newClientOfForm,
} from '../form/client-form.ts';

/** The current form, for the topic preview. */
export type Draft = ValueStore<ClientForm | null>;

const CLIENT_FORM: FormDefinition<MqttClientView, ClientForm> = {
  labels: labelsOf(CLIENT_FIELDS),
  identifier: 'identifier',
  formOf: formOfClient,
  formText,
  configurationText,
};

export interface EditorOptions
  extends Pick<EntryEditorOptions<'mqtt-client', ClientForm>, 'record' | 'initial' | 'what'> {
  draft: Draft;
}

export function useEditor({ draft, ...options }: EditorOptions): FormEditor<MqttClientView, ClientForm> {
  const stored = storedOf(options.record);
  const clients = useReadable(useLive().clients.list);
  const check = useCallback((form: ClientForm) => checkForm(form, { stored, clients }), [stored, clients]);
  const editor = useEntryEditor({ ...options, entries: CLIENTS, kind: CLIENT_FORM, check, send });
  useDraft(editor.state.form, draft);
  return editor;
}

/** The Enabled switch saves itself; the form does not change it. */
function send(form: ClientForm, stored: MqttClientView | null): Promise<MqttClientView> {
  if (!stored) return createClient(newClientOfForm(form));
  const input = inputOfForm(form);
  const advanced = { ...input.advanced, enabled: stored.advanced.enabled };
  return updateClient(stored.identifier, { ...input, advanced });
}

function useDraft(form: UseFormReturn<ClientForm>, draft: Draft): void {
  useEffect(() => {
    draft.set(structuredClone(form.getValues()));
    const { unsubscribe } = form.watch(() => draft.set(structuredClone(form.getValues())));
    return () => {
      unsubscribe();
      draft.set(null);
    };
  }, [form, draft]);
}
