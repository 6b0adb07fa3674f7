import { useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/config-editor/entry-notices.tsx';
import type { EntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { Notice } from '../../../components/notice.tsx';
import type { ClientRecord } from '../../../data/mqtt/client-store.ts';
import { createClient, updateClient } from '../../../data/mqtt/requests.ts';
import { useLive } from '../../../data/react.ts';
import { type ClientForm, formOfClient, inputOfForm } from '../form/client-form.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { ClientNotices } from './client-notices.tsx';
import { EditorForm } from './editor-form.tsx';
import { ClientHeader } from './editor-header.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useClientActions } from './use-client-actions.ts';
import { type Draft, type Editor, useEditor } from './use-editor.ts';

export interface ClientEditorProps {
  record: ClientRecord;
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
        saveWord={gone ? 'Add again' : 'Save changes'}
        discardWord="Discard changes"
        onDiscard={() => (stored ? state.takeStored() : state.form.reset())}
      />
      <RemoveDialog client={view} open={isAsking} onOpenChange={setAsking} onRemove={actions.remove} />
    </>
  );
}

/** The Enabled switch saves itself; the form does not change it. */
function send(form: ClientForm, stored: MqttClientView | null): Promise<MqttClientView> {
  const input = inputOfForm(form);
  if (!stored) return createClient({ ...input, identifier: form.identifier.trim() });
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
          title="This client was deleted elsewhere"
          actions={
            <button type="button" className="button" disabled={actions.busy} onClick={actions.restore}>
              Restore client
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
      {state.changedElsewhere && <ChangedElsewhere what="client" onTake={state.takeStored} />}
    </>
  );
}
