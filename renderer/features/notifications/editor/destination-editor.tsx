import { useState } from 'react';
import { DESTINATION_KINDS } from '../../../../service/contract/index.ts';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { describeDestination, secretOf, targetWords } from '../../../data/destinations/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { DESTINATIONS, type DestinationFacts } from '../destinations.ts';
import { copyDestinationRoute } from '../routes.ts';
import { formOfDestination } from './destination-form.ts';
import { DestinationNotices } from './destination-notices.tsx';
import { EditorForm, useEditor } from './editor-form.tsx';

export interface DestinationEditorProps {
  record: EntityRecord<'destination'>;
  facts: DestinationFacts | null;
}

export function DestinationEditor({ record, facts }: DestinationEditorProps) {
  const { view, gone } = record;
  const { id, config, status } = view;
  const { name } = config;
  const [initial] = useState(() => formOfDestination(view));
  const what = `the destination “${name}”`;
  const actions = useEntryActions(DESTINATIONS, view, what);
  const editor = useEditor({ record, initial, what });
  return (
    <EditorForm
      editor={editor}
      facts={facts}
      title={name}
      subtitle={
        <>
          {DESTINATION_KINDS[config.kind]} <span className="mono">{targetWords(config)}</span>,{' '}
          {gone ? 'deleted' : describeDestination(view)}
        </>
      }
      saved={{
        enabled: config.enabled,
        actions,
        discarded: { isAny: status.waiting > 0, text: describeDiscarded(status.waiting) },
        copyRoute: copyDestinationRoute(id),
        canRestore: true,
      }}
      notices={
        <DestinationNotices
          destination={view}
          onRetry={actions.connect}
          onEnterSecret={() => editor.state.form.setFocus(secretOf(view).name)}
        />
      }
    />
  );
}

function describeDiscarded(waiting: number): string {
  return `${plural(waiting, 'notification')} waiting to be sent. Deleting the destination discards them. Undo adds the destination again, without the notifications.`;
}
