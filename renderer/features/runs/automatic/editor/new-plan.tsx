import { useEffect, useState } from 'react';
import type { RunPlan } from '../../../../../service/contract/index.ts';
import { copyName } from '../../../../components/config-editor/copy-name.ts';
import { Notice } from '../../../../components/notice.tsx';
import type { ChannelGroup } from '../../../../data/compare/selectable-channels.ts';
import { readPreference } from '../../../../data/preferences.ts';
import { useLive, useReadable } from '../../../../data/react.ts';
import { useAllChannels } from '../../../compare/use-known-channels.ts';
import { OPERATOR_PREFERENCE } from '../../editor/editor-form.tsx';
import { useUnitOf } from '../../editor/use-unit-of.ts';
import { Loading } from '../../loading.tsx';
import { EditorForm, usePlanEditor } from './editor-form.tsx';
import { formOfPlan, newForm } from './plan-form.ts';

export interface NewPlanProps {
  /** The automatic run to duplicate. */
  original: RunPlan | null;
}

export function NewPlan({ original }: NewPlanProps) {
  const { groups, isComplete } = useAllChannels(useReadable(useLive().devices.known));
  return isComplete ? <NewPlanForm original={original} groups={groups} /> : <Loading />;
}

function NewPlanForm({ original, groups }: NewPlanProps & { groups: readonly ChannelGroup[] }) {
  const { runPlans } = useLive();
  const unitOf = useUnitOf(groups);
  const [initial] = useState(() => {
    if (!original) return newForm(readPreference(OPERATOR_PREFERENCE) ?? '');
    const others = runPlans.list.get().map(({ plan }) => ({ config: plan }));
    return formOfPlan({ ...original.plan, name: copyName(original.plan.name, others) }, undefined, unitOf);
  });
  const editor = usePlanEditor({ record: undefined, initial, what: 'the new automatic run', unitOf });
  const { form } = editor.state;
  useEffect(() => form.setFocus('name', { shouldSelect: original !== null }), [form, original]);
  return (
    <EditorForm
      editor={editor}
      groups={groups}
      notices={
        original && (
          <Notice tone="info" title={`Duplicate of ${original.plan.name}`}>
            <p>It has a new name, and counts its runs from 1.</p>
          </Notice>
        )
      }
    />
  );
}
