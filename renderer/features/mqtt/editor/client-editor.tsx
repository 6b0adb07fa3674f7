import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { Modal } from '../../../components/modal.tsx';
import { describeHealth } from '../../../data/config-items/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { clientHealth } from '../../../data/mqtt/labels.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { CLIENTS } from '../clients.ts';
import { formOfClient } from '../form/client-form.ts';
import { copyRoute } from '../routes.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
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
  const [isAsking, setAsking] = useState(false);
  const what = `the client “${name}”`;
  const actions = useEntryActions(CLIENTS, view, what);
  const editor = useEditor({ record, initial, draft, what });
  return (
    <>
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
          onRemove: () => (status.queued > 0 ? setAsking(true) : actions.remove()),
          buttons: (
            <Link href={copyRoute(identifier)} className="button">
              Duplicate
            </Link>
          ),
          deletedAction: (
            <button type="button" className="button" disabled={actions.busy} onClick={actions.restore}>
              Undo deletion
            </button>
          ),
        }}
        notices={
          <ClientNotices
            client={view}
            onConnect={actions.connect}
            onEnterPassword={() => editor.state.form.setFocus('password')}
          />
        }
      />
      <RemoveDialog client={view} open={isAsking} onClose={() => setAsking(false)} onRemove={actions.remove} />
    </>
  );
}

interface RemoveDialogProps {
  client: MqttClientView;
  open: boolean;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveDialog({ client, open, onClose, onRemove }: RemoveDialogProps) {
  const { name, status } = client;
  const messages = plural(status.queued, 'message');
  return (
    <Modal isQuestion open={open} onClose={onClose} title={`Delete the client “${name}”?`}>
      <Dialog.Description className="dim">
        Its outbox has {messages} that the broker has not acknowledged. Deleting the client discards them. Undo adds the
        client again, without the messages.
      </Dialog.Description>
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose();
            onRemove();
          }}
        >
          Delete client
        </button>
      </div>
    </Modal>
  );
}
