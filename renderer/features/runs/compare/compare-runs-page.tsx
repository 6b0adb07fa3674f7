import { ArrowLeft, ChartSpline } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { rawRoute } from '../../../app/guarded-location.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SelectField } from '../../../components/form/field.tsx';
import { NothingToShow } from '../../../components/nothing-to-show.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Connecting } from '../../../components/service-states.tsx';
import { usePolled } from '../../../data/history/use-polled.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { type ComparedRun, MAX_COMPARED_RUNS } from '../../../data/runs/compared-runs.ts';
import { PointBuffer } from '../../charts/data/point-buffer.ts';
import '../../charts/chart-cursor.css';
import '../../charts/chart-panel.css';
import { useKnownChannels } from '../../compare/use-known-channels.ts';
import { UnitsMenu } from '../../units/units-menu.tsx';
import { alignedView } from './aligned-points.ts';
import './compare-runs.css';
import { RUNS_ROUTE } from '../routes.ts';
import { channelChoices, choiceIn, linesOf, MAX_LINES, type RunLine } from './compared-lines.ts';
import { type Comparison, ComparisonReader, timesOf } from './comparison-reader.ts';
import { comparedIds } from './routes.ts';
import { RunPlot } from './run-plot.tsx';
import { StatisticsTable } from './statistics-table.tsx';

/** Pause between a response and the next request: active runs grow. */
const REFRESH_MS = 5000;

/** Several runs, aligned at their start. */
export function CompareRunsPage() {
  const ids = comparedIds(useReadable(rawRoute));
  return ids.length === 0 ? <NoRuns /> : <LoadedRuns key={ids.join()} ids={ids} />;
}

function NoRuns() {
  return (
    <EmptyState icon={<ChartSpline aria-hidden size={26} />} title="Compare runs">
      <p className="dim">Up to {MAX_COMPARED_RUNS} runs are drawn on one axis: the time since their start.</p>
      <Link href={RUNS_ROUTE} className="button primary">
        Select runs
      </Link>
    </EmptyState>
  );
}

function LoadedRuns({ ids }: { ids: readonly number[] }) {
  const [reader] = useState(() => new ComparisonReader(ids.slice(0, MAX_COMPARED_RUNS)));
  const [choice, setChoice] = useState<string>();
  const request = useCallback((signal: AbortSignal) => reader.read(choice, signal), [reader, choice]);
  const { result, failure } = usePolled(request, REFRESH_MS);
  const isLive = useReadable(useLive().connection).state === 'live';
  const unknown = [...(result?.runs ?? [])].flatMap(([id, run]) => (run ? [] : [id]));
  return (
    <div className="compare-runs">
      <header className="compare-runs-head">
        <Link href={RUNS_ROUTE} className="back-link">
          <ArrowLeft aria-hidden size={14} /> Runs
        </Link>
        <h1>Compare runs</h1>
      </header>
      <div role="alert" className="compare-runs-notices">
        {ids.length > MAX_COMPARED_RUNS && (
          <Notice tone="warning" title="Too many runs">
            <p>
              The first {MAX_COMPARED_RUNS} of {ids.length} runs are compared.
            </p>
          </Notice>
        )}
        {unknown.map((id) => (
          <Notice key={id} tone="warning" title={`No run with ID ${id}`}>
            <p>It may have been deleted.</p>
          </Notice>
        ))}
        {failure && isLive && (
          <Notice tone="bad" title="Cannot load the runs">
            <p>{failure.message} The page retries every 5 s.</p>
          </Notice>
        )}
      </div>
      {result ? (
        <ComparedContent comparison={result} choice={choice} onChoice={setChoice} />
      ) : (
        <NothingToShow what="the runs">{!failure && <Connecting />}</NothingToShow>
      )}
    </div>
  );
}

interface ComparedContentProps {
  comparison: Comparison;
  /** Undefined: the first one. */
  choice: string | undefined;
  onChoice: (choice: string) => void;
}

function ComparedContent({ comparison: { runs: byId, points }, choice, onChoice }: ComparedContentProps) {
  const groups = useKnownChannels(useReadable(useLive().devices.list));
  const units = useDisplayUnits();
  const [cursor, setCursor] = useState<number>();
  const runs = useMemo(() => [...byId.values()].flatMap((run): ComparedRun[] => (run ? [run] : [])), [byId]);
  const choices = useMemo(
    () =>
      channelChoices(
        runs.map(({ run }) => run),
        groups,
      ),
    [runs, groups],
  );
  const chosen = choiceIn(choices, choice);
  const all = useMemo(() => linesOf(chosen?.value ?? '', runs, groups), [chosen?.value, runs, groups]);
  const lines = useMemo(() => all.slice(0, MAX_LINES), [all]);
  const view = useMemo(() => (runs.length > 0 ? alignedView(runs.map(timesOf)) : undefined), [runs]);
  const plots = useMemo(() => plotsOf(lines, points), [lines, points]);
  if (!chosen || !view) return <NoRuns />;
  return (
    <>
      <div className="compare-runs-choice">
        <SelectField
          label="Channel"
          name="channel"
          value={chosen.value}
          options={choices.map(({ value, word }) => ({ value, word }))}
          onChange={({ target }) => onChoice(target.value)}
        />
        <UnitsMenu units={lines.map(({ channel }) => channel.unit)} />
      </div>
      {all.length > MAX_LINES && (
        <p className="dim">
          {MAX_LINES} of {all.length} lines are shown. Select the channel of one device.
        </p>
      )}
      {plots.map((plot) => (
        <RunPlot
          key={plot.unit}
          title={plots.length === 1 ? titleOf(chosen.word, units.of(plot.unit).unit) : units.of(plot.unit).unit}
          lines={plot.lines}
          isLoading={plot.isLoading}
          view={view}
          units={units}
          apiUnit={plot.unit}
          cursor={cursor}
          onCursor={setCursor}
        />
      ))}
      <StatisticsTable runs={runs} lines={lines} units={units} />
    </>
  );
}

function titleOf(channel: string, unit: string): string {
  return unit ? `${channel}, ${unit}` : channel;
}

/** Before its readings are received. */
const NO_POINTS = new PointBuffer();

function plotsOf(lines: readonly RunLine[], points: Comparison['points']) {
  return [...Map.groupBy(lines, ({ channel }) => channel.unit)].map(([unit, own]) => ({
    unit,
    isLoading: own.some(({ channel }) => !points.has(channel.key)),
    lines: own.map(({ channel }) => ({ channel, points: points.get(channel.key) ?? NO_POINTS })),
  }));
}
