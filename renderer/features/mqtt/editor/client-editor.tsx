import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMemo, useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../data/format/numbers.ts';
import {
  connectNow,
  createClient,
  removeClient,
  restoreClient,
  setEnabled,
  updateClient,
} from '../../../data/mqtt/requests.ts';
import { useLive } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { type ClientForm, formOfClient, inputOfForm, newClientOfForm } from '../form/client-form.ts';
import { clientRoute, MQTT_ROUTE } from '../routes.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { ClientNotices } from './client-notices.tsx';
import { EditorForm } from './editor-form.tsx';
import { ClientHeader } from './editor-header.tsx';
import { type Draft, type Editor, useEditor } from './use-editor.ts';

export interface ClientEditorProps {
  record: EntityRecord<'mqtt-client'>;
  facts: MqttFacts | null;
  draft: Draft;
}

export function ClientEditor({ record: { view, gone }, facts, draft }: ClientEditorProps) {
  const live = useLive();
  const [initial] = useState(() => formOfClient(view));
  const [isAsking, setAsking] = useState(false);
  const stored = gone ? null : view;
  const actions = useClientActions(view);
  const editor = useEditor({
    stored,
    initial,
    draft,
    what: `the client “${view.name}”`,
    send: (form) => send(form, stored),
    onSaved: (answer, sent, state) => {
      live.clients.accept(answer);
      state.settle(answer, sent);
    },
  });
  const { state, test } = editor;
  return (
    <>
      <EditorForm
        editor={editor}
        stored={stored}
        facts={facts}
        title={view.name}
        header={
          <ClientHeader
            client={view}
            gone={gone}
            busy={actions.busy}
            canRemove={actions.canRemove}
            isTesting={test.state.kind === 'running'}
            onEnabledChange={actions.enable}
            onTest={() => void test.start()}
            onRemove={() => (view.status.queued > 0 ? setAsking(true) : actions.remove())}
          />
        }
        notices={<Notices client={view} gone={gone} actions={actions} editor={editor} />}
        saveWord={gone ? 'Add client again' : 'Save changes'}
        discardWord="Discard changes"
        onDiscard={() => (stored ? state.loadStored() : state.form.reset())}
      />
      <RemoveDialog client={view} open={isAsking} onOpenChange={setAsking} onRemove={actions.remove} />
    </>
  );
}

/** The Enabled switch saves itself; the form does not change it. */
function send(form: ClientForm, stored: MqttClientView | null): Promise<MqttClientView> {
  if (!stored) return createClient(newClientOfForm(form));
  const input = inputOfForm(form);
  const advanced = { ...input.advanced, enabled: stored.advanced.enabled };
  return updateClient(stored.identifier, { ...input, advanced });
}

interface NoticesProps {
  client: MqttClientView;
  gone: boolean;
  actions: EntryActions;
  editor: Editor;
}

function Notices({ client, gone, actions, editor: { state } }: NoticesProps) {
  return (
    <>
      <ActionFailure actions={actions} />
      {gone ? (
        <Notice
          tone="warning"
          title="This client was deleted in another window or program"
          actions={
            <button type="button" className="button" disabled={actions.busy} onClick={actions.restore}>
              Undo deletion
            </button>
          }
        >
          <p>It no longer publishes. The form shows the last saved settings with your edits.</p>
        </Notice>
      ) : (
        <ClientNotices
          client={client}
          onConnect={actions.connect}
          onEnterPassword={() => state.form.setFocus('password')}
        />
      )}
      {state.changedElsewhere && <ChangedElsewhere what="client" onReload={state.loadStored} />}
    </>
  );
}

function useClientActions(client: MqttClientView): EntryActions {
  const { clients: store } = useLive();
  const commands = useMemo<EntryCommands<'mqtt-client'>>(
    () => ({
      store,
      idOf: ({ identifier }) => identifier,
      routeOf: clientRoute,
      listRoute: MQTT_ROUTE,
      removedText: 'It no longer publishes.',
      enable: setEnabled,
      connect: connectNow,
      remove: removeClient,
      restore: ({ identifier }) => restoreClient(identifier),
    }),
    [store],
  );
  return useEntryActions(commands, client, `the client “${client.name}”`);
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
