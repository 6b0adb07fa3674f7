import { useState } from 'react';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { describeHealth } from '../../../data/config-items/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { clientHealth } from '../../../data/mqtt/labels.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { CLIENTS, type MqttFacts } from '../clients.ts';
import { formOfClient } from '../form/client-form.ts';
import { copyRoute } from '../routes.ts';
import { ClientNotices } from './client-notices.tsx';
import { EditorForm } from './editor-form.tsx';
import { type Draft, useEditor } from './use-editor.ts';

export interface ClientEditorProps {
  record: EntityRecord<'mqtt-client'>;
  facts: MqttFacts | null;
  draft: Draft;
}

export function ClientEditor({ record, facts, draft }: ClientEditorProps) {
  const { view, gone } = record;
  const { identifier, name, advanced, status } = view;
  const [initial] = useState(() => formOfClient(view));
  const what = `the client “${name}”`;
  const actions = useEntryActions(CLIENTS, view, what);
  const editor = useEditor({ record, initial, draft, what });
  return (
    <EditorForm
      editor={editor}
      facts={facts}
      title={name}
      subtitle={
        <>
          Identifier <span className="mono">{identifier}</span>,{' '}
          {gone ? 'deleted' : describeHealth(clientHealth(view), status.since)}
        </>
      }
      saved={{
        enabled: advanced.enabled,
        actions,
        discarded: { isAny: status.queued > 0, text: describeDiscarded(status.queued) },
        copyRoute: copyRoute(identifier),
        canRestore: true,
      }}
      notices={
        <ClientNotices
          client={view}
          onConnect={actions.connect}
          onEnterPassword={() => editor.state.form.setFocus('password')}
        />
      }
    />
  );
}

function describeDiscarded(queued: number): string {
  return `Its outbox has ${plural(queued, 'message')} that the broker has not acknowledged. Deleting the client discards them. Undo adds the client again, without the messages.`;
}
