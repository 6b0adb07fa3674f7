import type { ImportState } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import type { ImportSession, ImportView } from '../../../data/imports/import-session.ts';

interface ImportProgressProps {
  view: ImportView;
  session: ImportSession;
  onClose: () => void;
}

const WORDS: Readonly<Partial<Record<ImportState, string>>> = {
  reading: 'Reading',
  applying: 'Importing',
  undoing: 'Removing the readings of',
};

/** An upload, a preview, an import or an undo that is running, or that cannot go on. */
export function ImportProgress({ view: { step, file, job, isBusy, failure }, session, onClose }: ImportProgressProps) {
  const isUpload = step === 'uploading';
  const progress = job?.progress ?? null;
  const isStoring = job?.state === 'applying' || job?.state === 'undoing';
  const hasStopped = failure !== null || (job !== undefined && progress === null);
  return (
    <div className="import-step">
      {hasStopped ? (
        job?.error && (
          <Notice tone="bad" title={`Cannot undo the import of ${file}`}>
            <p>{job.error}</p>
          </Notice>
        )
      ) : (
        <>
          <p className="import-text">
            {isUpload ? 'Uploading' : job && WORDS[job.state]} {file}…
          </p>
          <progress
            className="import-bar"
            aria-label="Import progress"
            {...(progress !== null && { max: 1, value: progress })}
          />
        </>
      )}
      <div className="dialog-actions">
        {hasStopped && (
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        )}
        {!hasStopped && !isStoring && (
          <button type="button" className="button" onClick={() => session.leave()}>
            Cancel
          </button>
        )}
        {!hasStopped && job?.state === 'applying' && (
          <button type="button" className="button" disabled={isBusy} onClick={() => void session.cancel()}>
            {isBusy ? 'Canceling…' : 'Cancel import'}
          </button>
        )}
      </div>
    </div>
  );
}
