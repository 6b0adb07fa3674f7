import { useState } from 'react';
import { DATABASE_KINDS } from '../../../../service/contract/index.ts';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { describeHealth } from '../../../data/config-items/labels.ts';
import { databaseHealth, serverWords } from '../../../data/databases/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { DATABASES, type DatabaseFacts } from '../databases.ts';
import { copyDatabaseRoute } from '../routes.ts';
import { secretInUse } from './check-form.ts';
import { formOfDatabase } from './database-form.ts';
import { DatabaseNotices } from './database-notices.tsx';
import { EditorForm, useEditor } from './editor-form.tsx';

export interface DatabaseEditorProps {
  record: EntityRecord<'database'>;
  facts: DatabaseFacts | null;
}

export function DatabaseEditor({ record, facts }: DatabaseEditorProps) {
  const { view, gone } = record;
  const { id, config, status } = view;
  const { name } = config;
  const [initial] = useState(() => formOfDatabase(view));
  const what = `the database “${name}”`;
  const actions = useEntryActions(DATABASES, view, what);
  const editor = useEditor({ record, initial, what });
  return (
    <EditorForm
      editor={editor}
      facts={facts}
      title={name}
      subtitle={
        <>
          {DATABASE_KINDS[config.kind]} <span className="mono">{serverWords(config)}</span>,{' '}
          {gone ? 'deleted' : describeHealth(databaseHealth(view), status.since)}
        </>
      }
      saved={{
        enabled: config.enabled,
        actions,
        discarded: { isAny: status.waiting > 0, text: describeDiscarded(status.waiting) },
        copyRoute: copyDatabaseRoute(id),
        canRestore: true,
      }}
      notices={
        <DatabaseNotices
          database={view}
          onConnect={actions.connect}
          onEnterSecret={() => editor.state.form.setFocus(secretInUse(config) ?? 'username')}
        />
      }
    />
  );
}

function describeDiscarded(waiting: number): string {
  return `Its outbox has ${plural(waiting, 'line')} that the server has not accepted. Deleting the database discards them. Undo adds the database again, without the lines; a backfill writes them from the history.`;
}
