import { type ReactNode, useId } from 'react';
import { useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { testClient } from '../../../data/mqtt/requests.ts';
import { CLIENTS } from '../clients.ts';
import { AdvancedFields, MainFields } from '../fields/client-fields.tsx';
import { ReadingFields } from '../fields/reading-fields.tsx';
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
      <Fold name="readings" title="What is published" subjects="devices, channels, interval, changes" state={state}>
        <ReadingFields facts={facts} />
      </Fold>
      <Fold name="advanced" title="Advanced" subjects="QoS, topics, Home Assistant, TLS, client ID" state={state}>
        <AdvancedFields stored={stored} />
      </Fold>
    </EntryForm>
  );
}

interface FoldProps {
  name: string;
  title: string;
  /** What is in it, after the title. */
  subjects: string;
  state: Pick<EditorFormProps['editor']['state'], 'openFolds' | 'setFoldOpen'>;
  children: ReactNode;
}

/** Always rendered, so that its fields are validated too. */
function Fold({ name, title, subjects, state, children }: FoldProps) {
  const id = useId();
  const open = state.openFolds.has(name);
  return (
    <section className="client-advanced">
      <button
        type="button"
        className="client-advanced-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => state.setFoldOpen(name, !open)}
      >
        <span>
          {title}
          <span className="dim">: {subjects}</span>
        </span>
        <span className="client-advanced-word">{open ? 'Hide' : 'Show'}</span>
      </button>
      <div id={id} hidden={!open} data-fold={name} className="client-advanced-body">
        {children}
      </div>
    </section>
  );
}
