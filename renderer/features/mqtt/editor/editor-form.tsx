import { type ReactNode, useId } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { TestNotice } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { AdvancedFields, MainFields } from '../fields/client-fields.tsx';
import { type ClientForm, formText } from '../form/client-form.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
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

interface AdvancedProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** Always rendered, so that its fields are validated too. */
function Advanced({ open, onOpenChange, children }: AdvancedProps) {
  const id = useId();
  return (
    <section className="client-advanced">
      <button
        type="button"
        className="client-advanced-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpenChange(!open)}
      >
        <span>
          Advanced<span className="dim">: QoS, topics, Home Assistant, TLS, client ID</span>
        </span>
        <span className="client-advanced-word">{open ? 'Hide' : 'Show'}</span>
      </button>
      <div id={id} hidden={!open} className="client-advanced-body">
        {children}
      </div>
    </section>
  );
}
