import type { ExportJob } from '../../../service/contract/index.ts';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatCount } from '../../data/format/numbers.ts';
import type { RunningExport } from './use-export-job.ts';

export interface ExportProgressProps {
  job: RunningExport;
  onClose: () => void;
}

export function ExportProgress({ job: { phase, job, failure, cancel }, onClose }: ExportProgressProps) {
  const isRunning = phase === 'running';
  return (
    <div className="export-progress">
      {isRunning ? <Running job={job} /> : <Ended job={job} failure={failure} />}
      <output className="visually-hidden">{isRunning ? 'Export in progress' : endWords(job, failure).title}</output>
      <div className="dialog-actions">
        {isRunning && (
          <button type="button" className="button" disabled={!job} onClick={cancel}>
            Cancel export
          </button>
        )}
        <button type="button" className={isRunning ? 'button' : 'button primary'} onClick={onClose}>
          {isRunning ? 'Continue in background' : 'Close'}
        </button>
      </div>
    </div>
  );
}

function Running({ job }: { job: ExportJob | undefined }) {
  const expected = job?.readings_expected ?? null;
  return (
    <>
      <p>{job ? <span className="mono">{job.file}</span> : 'Waiting for the browser to start the download…'}</p>
      <progress
        className="export-bar"
        aria-label="Export progress"
        {...(job && expected !== null && { max: Math.max(1, expected), value: job.readings })}
      />
      {job && (
        <p className="dim">
          {formatCount(job.readings)} {expected !== null && `of ${formatCount(expected)} `}readings ·{' '}
          {formatCount(job.rows)} rows · {formatBytes(job.bytes)}
        </p>
      )}
    </>
  );
}

interface EndWords {
  tone: 'good' | 'info' | 'bad';
  title: string;
  text: string;
}

function endWords(job: ExportJob | undefined, failure: string): EndWords {
  if (job?.state === 'done') {
    const rows = job.rows === 1 ? '1 row' : `${formatCount(job.rows)} rows`;
    return {
      tone: 'good',
      title: `Export complete: ${rows}, ${formatBytes(job.bytes)}`,
      text: `File name: ${job.file}`,
    };
  }
  if (job?.state === 'cancelled') {
    return {
      tone: 'info',
      title: 'Export canceled',
      text: 'The browser may have saved an incomplete file.',
    };
  }
  const text = job?.error ?? failure;
  return {
    tone: 'bad',
    title: 'Export failed',
    text: text || 'The service gave no reason. Try again, or check the log.',
  };
}

function Ended({ job, failure }: { job: ExportJob | undefined; failure: string }) {
  const { tone, title, text } = endWords(job, failure);
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
    </Notice>
  );
}
