import { ChartLine, Download, FileText, MoveHorizontal, Pencil, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { channelPath, type Run } from '../../../../service/contract/index.ts';
import { Badge } from '../../../components/badge.tsx';
import { RetryNotice } from '../../../components/notice.tsx';
import { useLive } from '../../../data/react.ts';
import { isActive, runBadge } from '../../../data/runs/labels.ts';
import { formatRange } from '../../charts/view/chart-range.ts';
import { COMPARE_ROUTE } from '../../compare/routes.ts';
import { ExportDialog } from '../../export/export-dialog.tsx';
import { RunBackLink } from '../back-link.tsx';
import { Card } from '../card.tsx';
import { editRunRoute, reportRoute } from '../routes.ts';
import { confirmStop, deleteRun } from '../run-actions.ts';
import { Attachments } from './attachments.tsx';
import { RangeDialog } from './range-dialog.tsx';
import { RunFacts } from './run-facts.tsx';
import { StatisticsTable } from './statistics-table.tsx';
import { useRunStatistics } from './use-run-statistics.ts';

export function RunView({ run }: { run: Run }) {
  const { clock } = useLive();
  const { result: statistics, failure, refresh } = useRunStatistics(run);
  const [exported, setExported] = useState<{ from: number; to: number }>();
  const from = Date.parse(run.from);
  return (
    <article className="runs-page" aria-label={run.name}>
      <div className="runs-body">
        <header className="runs-head">
          <div className="run-identity">
            <RunBackLink />
            <h1>
              <bdi>{run.name}</bdi> <Badge badge={runBadge(run)} />
            </h1>
          </div>
          <RunActions
            run={run}
            onExport={() => setExported({ from, to: run.to === null ? clock.now() : Date.parse(run.to) })}
          />
        </header>
        <RunFacts run={run} bytes={statistics?.bytes} />
        <Card title="Statistics">
          <div role="alert">
            {failure && <RetryNotice title="Cannot load the statistics" cause={failure.message} onRetry={refresh} />}
          </div>
          <StatisticsTable run={run} statistics={statistics} />
        </Card>
        <Attachments run={run} />
      </div>
      {exported && <ExportDialog channels={run.channels} {...exported} onClose={() => setExported(undefined)} />}
    </article>
  );
}

function RunActions({ run, onExport }: { run: Run; onExport: () => void }) {
  const live = useLive();
  const [isRangeOpen, setRangeOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const remove = async (): Promise<void> => {
    setDeleting(true);
    await deleteRun(live, run);
    setDeleting(false);
  };
  return (
    <div className="run-actions">
      {isActive(run) && (
        <button type="button" className="button primary" data-stops={run.id} onClick={() => confirmStop(run)}>
          <Square aria-hidden size={13} /> Stop
        </button>
      )}
      <Link href={chartsRoute(run, live.clock.now())} className="button">
        <ChartLine aria-hidden size={14} /> Show charts
      </Link>
      <Link href={reportRoute(run.id)} className="button">
        <FileText aria-hidden size={14} /> Report
      </Link>
      <button type="button" className="button" onClick={onExport}>
        <Download aria-hidden size={14} /> Export…
      </button>
      <Link href={editRunRoute(run.id)} className="button">
        <Pencil aria-hidden size={14} /> Edit
      </Link>
      {!isActive(run) && (
        <button type="button" className="button" onClick={() => setRangeOpen(true)}>
          <MoveHorizontal aria-hidden size={14} /> Change range…
        </button>
      )}
      <button type="button" className="button danger" disabled={isDeleting} onClick={() => void remove()}>
        <Trash2 aria-hidden size={14} /> Delete
      </button>
      {isRangeOpen && <RangeDialog run={run} onClose={() => setRangeOpen(false)} />}
    </div>
  );
}

/** The charts of the run's channels in its range; of an active run, live. @param now milliseconds since 1970 */
function chartsRoute({ channels, from, to }: Run, now: number): string {
  const parameters = new URLSearchParams(channels.map((channel) => ['channel', channelPath(channel)]));
  const start = Date.parse(from);
  const range = to === null ? { last: Math.max(1000, now - start) } : { from: start, to: Date.parse(to) };
  return `${COMPARE_ROUTE}/${parameters}&${formatRange(range)}`;
}
