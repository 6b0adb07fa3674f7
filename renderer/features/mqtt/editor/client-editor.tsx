import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { describeHealth } from '../../../data/config-items/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
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
          goneAction: (
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
      <RemoveDialog client={view} open={isAsking} onOpenChange={setAsking} onRemove={actions.remove} />
    </>
  );
}

interface RemoveDialogProps {
  client: MqttClientView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemove: () => void;
}

function RemoveDialog({ client, open, onOpenChange, onRemove }: RemoveDialogProps) {
  const { name, status } = client;
  const messages = status.queued === 1 ? '1 message' : `${formatCount(status.queued)} messages`;
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Delete the client “{name}”?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            Its outbox has {messages} that the broker has not acknowledged. Deleting the client discards them. Undo adds
            the client again, without the messages.
          </AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                onOpenChange(false);
                onRemove();
              }}
            >
              Delete client
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
