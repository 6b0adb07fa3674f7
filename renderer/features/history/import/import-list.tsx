import type { ImportJob } from '../../../../service/contract/index.ts';
import { formatDayAndMinute, plural } from '../../../data/format/numbers.ts';
import { usePolled } from '../../../data/history/use-polled.ts';
import { newReadings } from '../../../data/imports/labels.ts';
import { fetchImports } from '../../../data/imports/requests.ts';

const LIST_MS = 3000;

const RUNNING = { applying: 'Importing…', undoing: 'Removing the readings…' } as const;

/** Former imports, without previews. */
export function ImportList({ onUndo }: { onUndo: (job: ImportJob) => void }) {
  const { result, failure } = usePolled(fetchImports, LIST_MS);
  const jobs = result?.imports.filter(({ state }) => state === 'applied' || state in RUNNING) ?? [];
  if (failure) {
    return <p className="dim">Cannot list the imports: {failure.message}</p>;
  }
  if (jobs.length === 0) return null;
  return (
    <section className="import-former" aria-labelledby="import-former">
      <h3 id="import-former" className="form-label">
        Imports
      </h3>
      <ul>
        {jobs.map((job) => (
          <Former key={job.id} job={job} onUndo={() => onUndo(job)} />
        ))}
      </ul>
    </section>
  );
}

function Former({ job, onUndo }: { job: ImportJob; onUndo: () => void }) {
  const { file, created, state, error, can_undo: canUndo } = job;
  const readings = plural(newReadings(job), 'reading');
  return (
    <li>
      <div className="import-text">
        <span>{file}</span>
        <span className="dim import-detail">
          {state === 'applying' || state === 'undoing' ? RUNNING[state] : readings} ·{' '}
          {formatDayAndMinute(Date.parse(created))}
        </span>
        {error !== null && <span className="import-detail">{error}</span>}
      </div>
      {canUndo && (
        <button type="button" className="button" aria-label={`Undo the import of ${file}`} onClick={onUndo}>
          Undo
        </button>
      )}
    </li>
  );
}
