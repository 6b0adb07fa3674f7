import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { useLive } from '../../../data/react.ts';
import type { MqttFacts } from '../clients.ts';
import { type ClientForm, copyNames, emptyForm, formOfCopy, uniqueIdentifier } from '../form/client-form.ts';
import { EditorForm } from './editor-form.tsx';
import { type Draft, useEditor } from './use-editor.ts';

export interface NewClientProps {
  /** The client to duplicate. */
  original: MqttClientView | null;
  facts: MqttFacts | null;
  draft: Draft;
}

export function NewClient({ original, facts, draft }: NewClientProps) {
  const live = useLive();
  const [initial] = useState(() =>
    original ? formOfCopy(original, copyNames(original, live.clients.list.get())) : emptyForm(),
  );
  const editor = useEditor({ record: undefined, initial, draft, what: 'the new client' });
  const { form } = editor.state;
  useIdentifierFromName(form);
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form]);
  return <EditorForm editor={editor} facts={facts} notices={original && <CopyNotice original={original} />} />;
}

function CopyNotice({ original: { name, password_set, advanced } }: { original: MqttClientView }) {
  const { ca, certificate, key_set, proxy_password_set } = advanced;
  const hasSecrets = password_set || ca !== null || certificate !== null || key_set || proxy_password_set;
  return (
    <Notice tone="info" title={`Duplicate of ${name}`}>
      <p>
        The duplicate has a new name and identifier.{' '}
        {hasSecrets && 'Passwords, certificates and keys are not copied. Enter them again.'}
      </p>
    </Notice>
  );
}

/** The identifier follows the name until the user edits it. */
function useIdentifierFromName(form: UseFormReturn<ClientForm>): void {
  const live = useLive();
  useEffect(() => {
    let isOwn = false;
    const { unsubscribe } = form.watch((_values, { name, type }) => {
      if (name === 'identifier' && type === 'change') isOwn = form.getValues('identifier') !== '';
      if (name !== 'name' || isOwn) return;
      const text = form.getValues('name');
      form.setValue('identifier', text === '' ? '' : uniqueIdentifier(text, live.clients.list.get()));
    });
    return unsubscribe;
  }, [form, live]);
}
