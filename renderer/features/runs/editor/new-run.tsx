import { useEffect, useState } from 'react';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import type { ChannelGroup } from '../../../data/compare/selectable-channels.ts';
import type { TimeRange } from '../../../data/history-tiles/range-list.ts';
import { readPreference } from '../../../data/preferences.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { proposedName } from '../../../data/runs/labels.ts';
import { fetchRuns } from '../../../data/runs/requests.ts';
import { useAllChannels } from '../../compare/use-known-channels.ts';
import { Loading } from '../loading.tsx';
import { EditorForm, OPERATOR_PREFERENCE, useRunEditor } from './editor-form.tsx';
import { newForm } from './run-form.ts';
import { useUnitOf } from './use-unit-of.ts';

export interface NewRunProps {
  /** Selected at first. */
  channels: readonly ChannelRef[];
  /** Of stored readings; undefined to start now. */
  range: TimeRange | undefined;
}

export function NewRun(props: NewRunProps) {
  const { groups, isComplete } = useAllChannels(useReadable(useLive().devices.known));
  const name = useProposedName();
  if (!isComplete || name === undefined) return <Loading />;
  return <NewRunForm {...props} name={name} groups={groups} />;
}

interface NewRunFormProps extends NewRunProps {
  name: string;
  groups: readonly ChannelGroup[];
}

function NewRunForm({ channels, range, name, groups }: NewRunFormProps) {
  const { clock } = useLive();
  const unitOf = useUnitOf(groups);
  const [initial] = useState(() => {
    const operator = readPreference(OPERATOR_PREFERENCE) ?? '';
    return newForm({ name, operator, channels, range, now: clock.now() }, unitOf);
  });
  const editor = useRunEditor({ stored: null, initial, what: 'the new run', unitOf });
  const { element } = editor.state;
  useEffect(() => {
    const field = element.current?.querySelector<HTMLInputElement>('[data-field="name"]');
    field?.focus();
    // The proposed name is replaced by typing.
    field?.select();
  }, [element]);
  return (
    <EditorForm
      editor={editor}
      title={range ? 'Save as run' : 'Start a run'}
      subtitle="A named range of the history. Retention does not delete its readings."
      groups={groups}
    />
  );
}

/** Undefined until the service has answered; without an answer, that of a first run. */
function useProposedName(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const propose = async (): Promise<void> => {
      let last = '';
      try {
        const { runs } = await fetchRuns({ search: '', offset: 0, limit: 1 }, controller.signal);
        last = runs[0]?.name ?? '';
      } catch (error) {
        // The name is a convenience; starting the run reports errors.
        if (!(error instanceof RequestError)) throw error;
      }
      if (!controller.signal.aborted) setName(proposedName(last));
    };
    void propose();
    return () => controller.abort();
  }, []);
  return name;
}
