import { useState } from 'react';
import type { Run } from '../../../../service/contract/index.ts';
import type { ChannelGroup } from '../../../data/compare/selectable-channels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { useAllChannels } from '../../compare/use-known-channels.ts';
import { Loading } from '../loading.tsx';
import { EditorForm, useRunEditor } from './editor-form.tsx';
import { formOfRun } from './run-form.ts';
import { useUnitOf } from './use-unit-of.ts';

export function EditRun({ run }: { run: Run }) {
  const { groups, isComplete } = useAllChannels(useReadable(useLive().devices.known));
  return isComplete ? <EditRunForm run={run} groups={groups} /> : <Loading />;
}

function EditRunForm({ run, groups }: { run: Run; groups: readonly ChannelGroup[] }) {
  const unitOf = useUnitOf(groups);
  const [initial] = useState(() => formOfRun(run, undefined, unitOf));
  const editor = useRunEditor({ stored: run, initial, what: `the run “${run.name}”`, unitOf });
  return (
    <EditorForm
      editor={editor}
      title={`Edit ${run.name}`}
      subtitle="To change the start or end, use “Change range…” on the page of the run after it has stopped."
      groups={groups}
    />
  );
}
