import { useEffect, useState } from 'react';
import type { GatewayConfig } from '../../../../service/contract/index.ts';
import { useLive } from '../../../data/react.ts';
import { EditorForm, useEditor } from './editor-form.tsx';
import { emptyForm } from './gateway-form.ts';

export function NewGateway({ of }: { of: GatewayConfig['kind'] }) {
  const { clients } = useLive();
  const [initial] = useState(() => {
    const [only, ...others] = clients.list.get();
    // Suggested only if there is no choice.
    return emptyForm(of, others.length === 0 ? only?.identifier : undefined);
  });
  const editor = useEditor({ record: undefined, initial, what: 'the new gateway' });
  const { form } = editor.state;
  useEffect(() => form.setFocus('kind'), [form]);
  return <EditorForm editor={editor} />;
}
