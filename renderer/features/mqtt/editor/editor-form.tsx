/** The form of a client. */
import type { MqttClientView, MqttVerdict } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/entries/entry-form.tsx';
import { AdvancedFields } from '../fields/advanced-fields.tsx';
import { MainFields } from '../fields/main-fields.tsx';
import { type ClientForm, formText } from '../form/client-form.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { Advanced } from './advanced.tsx';

export interface EditorFormProps
  extends Omit<EntryFormProps<MqttClientView, ClientForm, MqttVerdict>, 'isNew' | 'formText' | 'more' | 'children'> {
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  facts: MqttFacts | null;
}

export function EditorForm({ stored, facts, ...entry }: EditorFormProps) {
  const { isAdvancedOpen, setAdvancedOpen } = entry.editor.state;
  return (
    <EntryForm {...entry} isNew={stored === null} formText={formText}>
      <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
      <Advanced open={isAdvancedOpen} onOpenChange={setAdvancedOpen}>
        <AdvancedFields stored={stored} />
      </Advanced>
    </EntryForm>
  );
}
