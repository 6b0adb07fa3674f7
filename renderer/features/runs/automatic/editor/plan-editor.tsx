import { useState } from 'react';
import { useEntryActions } from '../../../../components/config-editor/use-entry-actions.ts';
import { Notice } from '../../../../components/notice.tsx';
import type { ChannelGroup } from '../../../../data/compare/selectable-channels.ts';
import { formatDayAndMinute } from '../../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../../data/react.ts';
import type { EntityRecord } from '../../../../data/stream/entity-store.ts';
import { useAllChannels } from '../../../compare/use-known-channels.ts';
import { useUnitOf } from '../../editor/use-unit-of.ts';
import { Loading } from '../../loading.tsx';
import { ActiveRun } from '../active-run.tsx';
import { PlanStart } from '../plan-start.tsx';
import { PLANS } from '../plans.ts';
import { copyPlanRoute } from '../routes.ts';
import { StartButton } from '../start-button.tsx';
import { EditorForm, usePlanEditor } from './editor-form.tsx';
import { formOfPlan } from './plan-form.ts';

export interface PlanEditorProps {
  record: EntityRecord<'run-plan'>;
}

export function PlanEditor({ record }: PlanEditorProps) {
  const { groups, isComplete } = useAllChannels(useReadable(useLive().devices.known));
  return isComplete ? <PlanEditorForm record={record} groups={groups} /> : <Loading />;
}

function PlanEditorForm({ record, groups }: PlanEditorProps & { groups: readonly ChannelGroup[] }) {
  const { view, gone } = record;
  const { id, plan, last_started: lastStarted, active_run: activeRun } = view;
  const unitOf = useUnitOf(groups);
  const [initial] = useState(() => formOfPlan(plan, undefined, unitOf));
  const what = `the automatic run “${plan.name}”`;
  const actions = useEntryActions(PLANS, view, what);
  const editor = usePlanEditor({ record, initial, what, unitOf });
  const isConditional = plan.start.kind !== 'request';
  return (
    <EditorForm
      editor={editor}
      groups={groups}
      title={plan.name}
      subtitle={
        <span className="plan-facts">
          <PlanStart start={plan.start} /> · {gone ? 'Deleted' : startedText(lastStarted)}
          {activeRun !== null && (
            <>
              {' '}
              · Active: <ActiveRun id={activeRun} />
            </>
          )}
        </span>
      }
      saved={{
        ...(isConditional && { enabled: plan.enabled }),
        actions,
        copyRoute: copyPlanRoute(id),
        canRestore: true,
        // It would start a run with the settings as they were.
        buttons: <StartButton plan={view} isHeld={editor.state.isDirty || editor.busy} />,
      }}
      notices={<PlanNotices record={record} />}
    />
  );
}

function startedText(at: string | null): string {
  return at === null ? 'Not started yet' : `Newest start ${formatDayAndMinute(Date.parse(at))}`;
}

function PlanNotices({ record: { view } }: PlanEditorProps) {
  const { plan, error } = view;
  return (
    <>
      {error !== null && (
        <Notice tone="bad" title="The last start failed">
          <p>{error}</p>
        </Notice>
      )}
      {!plan.enabled && plan.start.kind !== 'request' && (
        <Notice tone="info" title="This automatic run is disabled">
          <p>Only “Start now” and requests start a run until you enable it.</p>
        </Notice>
      )}
    </>
  );
}
