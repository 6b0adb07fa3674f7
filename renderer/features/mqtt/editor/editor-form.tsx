import { type ReactNode, useId } from 'react';
import { useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { testClient } from '../../../data/mqtt/requests.ts';
import { CLIENTS } from '../clients.ts';
import { AdvancedFields, MainFields } from '../fields/client-fields.tsx';
import { type ClientForm, inputOfForm } from '../form/client-form.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';

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
      <Advanced open={state.isAdvancedOpen} onOpenChange={state.setAdvancedOpen}>
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
