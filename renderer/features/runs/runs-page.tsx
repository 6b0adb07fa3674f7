import { rawRoute } from '../../app/guarded-location.ts';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { RetryNotice } from '../../components/notice.tsx';
import { useReadable } from '../../data/react.ts';
import { EditRun } from './editor/edit-run.tsx';
import { NewRun } from './editor/new-run.tsx';
import { Loading } from './loading.tsx';
import { RUNS_ROUTE, type RunTarget, runTarget } from './routes.ts';
import { RunList } from './run-list.tsx';
import { RunsFrame } from './runs-frame.tsx';
import './runs.css';
import { useRun } from './use-run.ts';
import { RunView } from './view/run-view.tsx';

export function RunsPage() {
  const route = useReadable(rawRoute);
  const target = runTarget(route);
  if (target.kind === 'run' || target.kind === 'edit') return <OneRun key={target.id} {...target} />;
  // Not in NothingToShow, which would discard the form while the service does not respond.
  if (target.kind === 'new') return <NewRun key={route} channels={target.channels} range={target.range} />;
  return (
    <RunsFrame>
      <NothingToShow what="the runs" missing={target.kind === 'unknown' && missing(target.text)}>
        <RunList />
      </NothingToShow>
    </RunsFrame>
  );
}

function OneRun({ kind, id }: Extract<RunTarget, { id: number }>) {
  const { run, isMissing, failure, retry } = useRun(id);
  // A form stays with its edits: saving it fails with the reason.
  if (run && kind === 'edit') return <EditRun run={run} />;
  if (run && !isMissing) return <RunView run={run} />;
  return (
    <RunsFrame>
      <NothingToShow what="the run" missing={isMissing && missing(String(id))}>
        <div role="alert">{failure && <RetryNotice title="Cannot load the run" cause={failure} onRetry={retry} />}</div>
        {failure === '' && <Loading />}
      </NothingToShow>
    </RunsFrame>
  );
}

function missing(id: string): { title: string; text: string; listRoute: string; listWord: string } {
  return {
    title: `Run ${id} not found`,
    text: 'It may have been deleted.',
    listRoute: RUNS_ROUTE,
    listWord: 'Show all runs',
  };
}
