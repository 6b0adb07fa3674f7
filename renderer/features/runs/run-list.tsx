import { Timer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { deviceKey, MAX_LISTED_RUNS, type Run, runStart } from '../../../service/contract/index.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListSearch, NoMatches } from '../../components/list-search.tsx';
import { RetryNotice } from '../../components/notice.tsx';
import { formatCount, formatDayAndMinute, NO_VALUE, plural } from '../../data/format/numbers.ts';
import { MAX_COMPARED_RUNS } from '../../data/runs/compared-runs.ts';
import { isActive, runBadge } from '../../data/runs/labels.ts';
import { useDeviceNames } from '../charts/use-device-names.ts';
import { compareRunsRoute } from './compare/routes.ts';
import { Loading } from './loading.tsx';
import { NEW_RUN_ROUTE, runRoute } from './routes.ts';
import './run-list.css';
import { confirmStop } from './run-actions.ts';
import { RunLength } from './run-time.tsx';
import { useRunList } from './use-run-list.ts';

/** All runs, newest first; the active ones on top. */
export function RunList() {
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const list = useRunList(search.trim());
  const { rows, hasMore, isFull, failure } = list;
  if (rows?.length === 0 && list.search === '' && search === '') return <NoRuns />;
  return (
    <>
      <ListSearch
        placeholder="Search runs"
        label="Search runs by name, operator, tag, notes or serial number"
        value={search}
        onChange={setSearch}
      />
      <div role="alert">
        {failure && <RetryNotice title="Cannot load the runs" cause={failure} onRetry={list.retry} />}
      </div>
      {rows ? <Rows rows={rows} selected={selected} onSelect={setSelected} /> : failure === '' && <Loading />}
      {rows?.length === 0 && <NoMatches what="runs" search={list.search} onClear={() => setSearch('')} />}
      {hasMore && (
        <button type="button" className="button runs-more" onClick={list.showMore}>
          Show more
        </button>
      )}
      {isFull && (
        <p className="dim">The list has the newest {formatCount(MAX_LISTED_RUNS)} runs. Search to find older ones.</p>
      )}
    </>
  );
}

function NoRuns() {
  return (
    <EmptyState icon={<Timer aria-hidden size={26} />} title="No runs">
      <p className="dim">
        A run is a named range of the history, such as a batch or a test: it has channels, limits, an operator, notes
        and statistics. Retention does not delete its readings.
      </p>
      <Link href={NEW_RUN_ROUTE} className="button">
        Start the first run
      </Link>
    </EmptyState>
  );
}

interface RowsProps {
  rows: readonly Run[];
  /** IDs, also of runs that the search does not show. */
  selected: ReadonlySet<number>;
  onSelect(selected: ReadonlySet<number>): void;
}

function Rows({ rows, selected, onSelect }: RowsProps) {
  if (rows.length === 0) return null;
  const toggle = (id: number): void => {
    const others = [...selected].filter((other) => other !== id);
    onSelect(new Set(selected.has(id) ? others : [...others, id]));
  };
  return (
    <div className="runs-frame">
      {selected.size > 0 && <Selection ids={[...selected]} onClear={() => onSelect(new Set())} />}
      <table className="runs-table" aria-label="Runs">
        <thead>
          <tr>
            <th scope="col" className="runs-select">
              <span className="visually-hidden">Selected</span>
            </th>
            <th scope="col">Name</th>
            <th scope="col">Start</th>
            <th scope="col">Duration</th>
            <th scope="col">Channels</th>
            <th scope="col">Operator</th>
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((run) => (
            <Row key={run.id} run={run} isSelected={selected.has(run.id)} onToggle={() => toggle(run.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What can be done with the selected runs. */
function Selection({ ids, onClear }: { ids: readonly number[]; onClear(): void }) {
  const isComparable = ids.length >= 2 && ids.length <= MAX_COMPARED_RUNS;
  return (
    <fieldset className="runs-selection" aria-label="Selected runs">
      <span>{plural(ids.length, 'run')} selected</span>
      {isComparable ? (
        <Link href={compareRunsRoute(ids)} className="button">
          Compare
        </Link>
      ) : (
        <span className="dim">Select 2 to {MAX_COMPARED_RUNS} runs to compare them.</span>
      )}
      <button type="button" className="button" onClick={onClear}>
        Clear selection
      </button>
    </fieldset>
  );
}

function Row({ run, isSelected, onToggle }: { run: Run; isSelected: boolean; onToggle(): void }) {
  const { id, name, operator, tags } = run;
  return (
    <tr>
      <td className="runs-select">
        <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} onChange={onToggle} />
      </td>
      <th scope="row" className="runs-name">
        <Link href={runRoute(id)}>
          <bdi>{name}</bdi>
        </Link>{' '}
        <Badge badge={runBadge(run)} />
        {isActive(run) && (
          <button
            type="button"
            className="button"
            data-stops={id}
            aria-label={`Stop ${name}`}
            onClick={() => confirmStop(run)}
          >
            Stop
          </button>
        )}
      </th>
      <td data-name="Start" className="runs-fixed">
        {formatDayAndMinute(runStart(run))}
      </td>
      <td data-name="Duration" className="runs-fixed">
        <RunLength run={run} />
      </td>
      <td data-name="Channels">
        <Channels run={run} />
      </td>
      <td data-name="Operator" data-empty={operator === '' || undefined}>
        {operator ? <bdi>{operator}</bdi> : NO_VALUE}
      </td>
      <td data-name="Tags" data-empty={tags.length === 0 || undefined}>
        {tags.length === 0
          ? NO_VALUE
          : tags.map((tag) => (
              <span key={tag} className="badge run-tag">
                <bdi>{tag}</bdi>
              </span>
            ))}
      </td>
    </tr>
  );
}

/** Devices named at most. */
const NAMED = 3;

function Channels({ run: { channels } }: { run: Pick<Run, 'channels'> }) {
  const namesOf = useDeviceNames();
  const keys = [...new Set(channels.map(deviceKey))];
  const more = keys.length - NAMED;
  return (
    <>
      {formatCount(channels.length)} <span className="visually-hidden">of</span>{' '}
      <span className="dim">
        {keys.slice(0, NAMED).map((key, index) => (
          <span key={key}>
            {index > 0 && ', '}
            <bdi>{namesOf(key).name}</bdi>
          </span>
        ))}
        {more > 0 && `, ${plural(more, 'more device')}`}
      </span>
    </>
  );
}
