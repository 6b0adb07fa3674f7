import { useEffect, useState } from 'react';
import type { GatewayConfig } from '../../../../service/contract/index.ts';
import { forceNavigate, replacePath } from '../../../app/guarded-location.ts';
import { createGateway } from '../../../data/gateways/requests.ts';
import { useLive } from '../../../data/react.ts';
import { emptyForm, inputOfForm } from '../form/gateway-form.ts';
import { GATEWAYS_ROUTE, gatewayRoute } from '../routes.ts';
import { EditorForm, useEditor } from './editor-form.tsx';
import { NewHeader } from './gateway-header.tsx';

export function NewGateway({ of }: { of: GatewayConfig['kind'] }) {
  const { clients, gateways } = useLive();
  const [initial] = useState(() => {
    const [only, ...others] = clients.list.get();
    // Suggested only if there is no choice.
    return emptyForm(of, others.length === 0 ? only?.identifier : undefined);
  });
  const editor = useEditor({
    stored: null,
    initial,
    what: 'the new gateway',
    send: (form) => createGateway(inputOfForm(form)),
    onSaved: (view, _sent, _state, isHere) => {
      gateways.accept(view);
      if (isHere) replacePath(gatewayRoute(view.id));
    },
  });
  const { form } = editor.state;
  useEffect(() => form.setFocus('kind'), [form]);
  return (
    <EditorForm
      editor={editor}
      isNew
      title="New gateway"
      header={<NewHeader isTesting={editor.test.state.kind === 'running'} onTest={() => void editor.test.start()} />}
      notices={null}
      saveWord="Add gateway"
      discardWord="Cancel"
      onDiscard={() => forceNavigate(GATEWAYS_ROUTE)}
    />
  );
}
