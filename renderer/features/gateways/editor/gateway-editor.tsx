import { useState } from 'react';
import type { GatewayView } from '../../../../service/contract/index.ts';
import { replacePath } from '../../../app/guarded-location.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/config-editor/entry-notices.tsx';
import type { EntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { Notice } from '../../../components/notice.tsx';
import type { GatewayRecord } from '../../../data/gateways/gateway-store.ts';
import { createGateway, updateGateway } from '../../../data/gateways/requests.ts';
import { useLive } from '../../../data/react.ts';
import { formOfGateway, inputOfForm } from '../form/gateway-form.ts';
import { gatewayRoute } from '../routes.ts';
import { EditorForm } from './editor-form.tsx';
import { GatewayHeader } from './gateway-header.tsx';
import { GatewayNotices } from './gateway-notices.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { useGatewayActions } from './use-gateway-actions.ts';

export function GatewayEditor({ record: { view, gone } }: { record: GatewayRecord }) {
  const { gateways } = useLive();
  const [initial] = useState(() => formOfGateway(view));
  const stored = gone ? null : view;
  const actions = useGatewayActions(view);
  const editor = useEditor({
    stored,
    initial,
    what: `the gateway “${view.config.name}”`,
    // The Enabled switch saves itself; the form does not change it.
    send: (form) => {
      const input = inputOfForm(form, view.config.enabled);
      return stored ? updateGateway(stored.id, input) : createGateway(input);
    },
    onSaved: (answer, sent, state, isHere) => {
      gateways.accept(answer);
      if (answer.id === view.id) state.settle(answer, sent);
      // A gateway that is added again gets a new ID.
      else if (isHere) replacePath(gatewayRoute(answer.id));
    },
  });
  const { state, test } = editor;
  return (
    <EditorForm
      editor={editor}
      isNew={stored === null}
      title={view.config.name}
      header={
        <GatewayHeader
          gateway={view}
          gone={gone}
          busy={actions.busy}
          canRemove={actions.canRemove}
          isTesting={test.state.kind === 'running'}
          onEnabledChange={actions.enable}
          onTest={() => void test.start()}
          onRemove={actions.remove}
        />
      }
      notices={<Notices gateway={view} gone={gone} actions={actions} editor={editor} />}
      saveWord={gone ? 'Add again' : 'Save changes'}
      discardWord="Discard changes"
      onDiscard={() => (stored ? state.takeStored() : state.form.reset())}
    />
  );
}

interface NoticesProps {
  gateway: GatewayView;
  gone: boolean;
  actions: EntryActions;
  editor: Editor;
}

function Notices({ gateway, gone, actions, editor: { state } }: NoticesProps) {
  return (
    <>
      <ActionFailure actions={actions} />
      {gone ? (
        <Notice tone="warning" title="This gateway was deleted elsewhere">
          <p>Mensura no longer reads it. The form shows the last saved settings with your edits.</p>
        </Notice>
      ) : (
        <GatewayNotices gateway={gateway} onConnect={actions.connect} />
      )}
      {state.changedElsewhere && <ChangedElsewhere what="gateway" onTake={state.takeStored} />}
    </>
  );
}
