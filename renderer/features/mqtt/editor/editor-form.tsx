import type { MqttClientView } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { TestNotice } from '../../../components/config-editor/test-notice.tsx';
import { AdvancedFields } from '../fields/advanced-fields.tsx';
import { MainFields } from '../fields/main-fields.tsx';
import { type ClientForm, formText } from '../form/client-form.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { Advanced } from './advanced.tsx';
import type { Editor } from './use-editor.ts';

export interface EditorFormProps
  extends Omit<EntryFormProps<MqttClientView, ClientForm>, 'editor' | 'isNew' | 'verdict' | 'children'> {
  editor: Editor;
  /** Null for a new client. */
  stored: MqttClientView | null;
  facts: MqttFacts | null;
}

export function EditorForm({ stored, facts, ...entry }: EditorFormProps) {
  const { state, test } = entry.editor;
  const { isAdvancedOpen, setAdvancedOpen } = state;
  return (
    <EntryForm
      {...entry}
      isNew={stored === null}
      result={<TestNotice state={test.state} formText={formText} onDismiss={test.dismiss} />}
    >
      <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
      <Advanced open={isAdvancedOpen} onOpenChange={setAdvancedOpen}>
        <AdvancedFields stored={stored} />
      </Advanced>
    </EntryForm>
  );
}
