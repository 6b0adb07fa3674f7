import { useEffect, useState } from 'react';
import type { DestinationView } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { useLive } from '../../../data/react.ts';
import type { DestinationFacts } from '../destinations.ts';
import { emptyForm, formOfCopy } from './destination-form.ts';
import { EditorForm, useEditor } from './editor-form.tsx';

export interface NewDestinationProps {
  /** The destination to duplicate. */
  original: DestinationView | null;
  facts: DestinationFacts | null;
}

export function NewDestination({ original, facts }: NewDestinationProps) {
  const { destinations } = useLive();
  const [initial] = useState(() => (original ? formOfCopy(original, destinations.list.get()) : emptyForm()));
  const editor = useEditor({ record: undefined, initial, what: 'the new destination' });
  const { form } = editor.state;
  useEffect(() => form.setFocus(original ? 'name' : 'kind', { shouldSelect: original !== null }), [form, original]);
  return <EditorForm editor={editor} facts={facts} notices={original && <CopyNotice original={original} />} />;
}

function CopyNotice({ original }: { original: DestinationView }) {
  const { config, password_set, token_set, signing_key_set, ca } = original;
  const hasSecrets = password_set || token_set || signing_key_set || ca !== null;
  return (
    <Notice tone="info" title={`Duplicate of ${config.name}`}>
      <p>
        The duplicate has a new name.{' '}
        {hasSecrets && 'Passwords, tokens, keys and certificates are not copied. Enter them again.'}
      </p>
    </Notice>
  );
}
