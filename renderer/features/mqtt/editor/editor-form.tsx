import { useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { Fold } from '../../../components/config-editor/fold.tsx';
import { testClient } from '../../../data/mqtt/requests.ts';
import { CLIENTS, type MqttFacts } from '../clients.ts';
import { AdvancedFields, MainFields } from '../fields/client-fields.tsx';
import { ReadingFields } from '../fields/reading-fields.tsx';
import { type ClientForm, inputOfForm } from '../form/client-form.ts';

export interface EditorFormProps
  extends Omit<EntryFormProps<'mqtt-client', ClientForm>, 'entries' | 'test' | 'children'> {
  facts: MqttFacts | null;
}

export function EditorForm({ facts, ...entry }: EditorFormProps) {
  const { editor } = entry;
  const { stored, state } = editor;
  const test = useConnectionTest(editor, (form, signal) =>
    testClient(inputOfForm(form), stored?.identifier ?? null, signal),
  );
  return (
    <EntryForm {...entry} entries={CLIENTS} test={test}>
      <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
      <Fold name="readings" title="What is published" subjects="devices, channels, interval, changes" state={state}>
        <ReadingFields facts={facts} />
      </Fold>
      <Fold
        name="advanced"
        title="Advanced"
        subjects="QoS, topics, Home Assistant, transport, TLS, client ID"
        state={state}
      >
        <AdvancedFields stored={stored} />
      </Fold>
    </EntryForm>
  );
}
