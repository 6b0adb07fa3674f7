import { Timer } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'wouter';
import { formatRunDuration, type Run } from '../../../../service/contract/index.ts';
import { plural } from '../../../data/format/numbers.ts';
import { usePolled } from '../../../data/history/use-polled.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { isActive, remainingMs } from '../../../data/runs/labels.ts';
import { fetchRunStatistics } from '../../../data/runs/requests.ts';
import { formatDelta } from '../../charts/data/measurement.ts';
import { RUNS_ROUTE, runRoute } from '../routes.ts';
import { confirmStop } from '../run-actions.ts';
import './run-bar.css';

/** Runs named at most. */
const NAMED = 3;

/** The active runs, above every page; nothing without one. Not a live region: it changes each second. */
export function RunBar() {
  const { runs, connection } = useLive();
  const active = useReadable(runs.list).filter(isActive);
  const { state } = useReadable(connection);
  const [only, ...others] = active;
  if (!only) return null;
  return (
    <section className="run-bar" aria-label="Active runs" data-stale={state === 'unreachable' || undefined}>
      <Timer aria-hidden size={15} />
      {others.length === 0 ? <OneRun key={only.id} run={only} /> : <SeveralRuns active={active} />}
    </section>
  );
}

function OneRun({ run }: { run: Run }) {
  return (
    <>
      <Link href={runRoute(run.id)} className="run-bar-name ellipsis" title={run.name}>
        <bdi>{run.name}</bdi>
      </Link>
      <Times run={run} />
      <Readings id={run.id} />
      <button
        type="button"
        className="button"
        data-stops={run.id}
        aria-label={`Stop ${run.name}`}
        onClick={() => confirmStop(run)}
      >
        Stop
      </button>
    </>
  );
}

function Times({ run }: { run: Run }) {
  const now = useServiceNow();
  const remaining = remainingMs(run, now);
  return (
    <>
      <span className="run-bar-figure">
        <span className="visually-hidden">Elapsed: </span>
        {formatRunDuration(run, now)}
      </span>
      {remaining !== null && <span className="run-bar-figure dim">{formatDelta(remaining)} left</span>}
    </>
  );
}

/** Pause between two requests of the number of readings, in milliseconds. */
const COUNT_MS = 10_000;

function Readings({ id }: { id: number }) {
  const request = useCallback((signal: AbortSignal) => fetchRunStatistics(id, signal), [id]);
  // Its page reports errors.
  const { result } = usePolled(request, COUNT_MS);
  if (!result) return null;
  const count = result.channels.reduce((sum, channel) => sum + channel.count, 0);
  return <span className="run-bar-figure run-bar-readings dim">{plural(count, 'reading')}</span>;
}

function SeveralRuns({ active }: { active: readonly Run[] }) {
  const more = active.length - NAMED;
  return (
    <>
      <Link href={RUNS_ROUTE} className="run-bar-count">
        {plural(active.length, 'active run')}
      </Link>
      <span className="run-bar-names ellipsis dim">
        {active.slice(0, NAMED).map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link href={runRoute(id)}>
              <bdi>{name}</bdi>
            </Link>
          </span>
        ))}
        {more > 0 && `, ${plural(more, 'more', 'more')}`}
      </span>
    </>
  );
}
