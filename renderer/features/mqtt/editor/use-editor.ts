import { useCallback, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MqttClientView, MqttTestResult } from '../../../../service/contract/index.ts';
import { labelsOf } from '../../../components/config-editor/field-errors.ts';
import {
  type EntryEditor,
  type EntryEditorOptions,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { testClient } from '../../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { ValueStore } from '../../../data/store.ts';
import { checkForm } from '../form/check-form.ts';
import {
  CLIENT_FIELDS,
  type ClientForm,
  configurationText,
  formOfClient,
  formText,
  inputOfForm,
} from '../form/client-form.ts';

/** The current form, for the topic preview. */
export type Draft = ValueStore<ClientForm | null>;

export type Editor = EntryEditor<MqttClientView, ClientForm, MqttTestResult>;

const CLIENT_FORM: FormDefinition<MqttClientView, ClientForm> = {
  labels: labelsOf(CLIENT_FIELDS),
  identifier: 'identifier',
  formOf: formOfClient,
  formText,
  configurationText,
};

export interface EditorOptions
  extends Omit<EntryEditorOptions<MqttClientView, ClientForm, MqttTestResult>, 'kind' | 'check' | 'tryOut'> {
  draft: Draft;
}

export function useEditor({ draft, ...options }: EditorOptions): Editor {
  const { stored } = options;
  const clients = useReadable(useLive().clients.list);
  const check = useCallback((form: ClientForm) => checkForm(form, { stored, clients }), [stored, clients]);
  const editor = useEntryEditor({
    ...options,
    kind: CLIENT_FORM,
    check,
    tryOut: (form, signal) => testClient(inputOfForm(form), stored?.identifier ?? null, signal),
  });
  useDraft(editor.state.form, draft);
  return editor;
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
