import { useEffect, useState } from 'react';
import type { DatabaseView } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { useLive } from '../../../data/react.ts';
import type { DatabaseFacts } from '../databases.ts';
import { emptyForm, formOfCopy } from './database-form.ts';
import { EditorForm, useEditor } from './editor-form.tsx';

export interface NewDatabaseProps {
  /** The database to duplicate. */
  original: DatabaseView | null;
  facts: DatabaseFacts | null;
}

export function NewDatabase({ original, facts }: NewDatabaseProps) {
  const { databases } = useLive();
  const [initial] = useState(() => (original ? formOfCopy(original, databases.list.get()) : emptyForm()));
  const editor = useEditor({ record: undefined, initial, what: 'the new database' });
  const { form } = editor.state;
  useEffect(() => form.setFocus(original ? 'name' : 'kind', { shouldSelect: original !== null }), [form, original]);
  return <EditorForm editor={editor} facts={facts} notices={original && <CopyNotice original={original} />} />;
}

function CopyNotice({ original }: { original: DatabaseView }) {
  const { config, password_set, token_set, ca, certificate, key_set } = original;
  const hasSecrets = password_set || token_set || ca !== null || certificate !== null || key_set;
  return (
    <Notice tone="info" title={`Duplicate of ${config.name}`}>
      <p>
        The duplicate has a new name.{' '}
        {hasSecrets && 'Passwords, tokens, certificates and keys are not copied. Enter them again.'}
      </p>
    </Notice>
  );
}
