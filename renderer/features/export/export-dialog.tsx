import { useEffect, useRef, useState } from 'react';
import { type ChannelRef, csvOptionsSchema, type ExportJob } from '../../../service/contract/index.ts';
import { download } from '../../app/download.ts';
import { Modal } from '../../components/modal.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatCount, plural } from '../../data/format/numbers.ts';
import { type ExportChoice, exportUrl } from '../../data/history/export-request.ts';
import { cancelExport, fetchExports } from '../../data/history/requests.ts';
import { pause } from '../../data/pause.ts';
import { RequestError } from '../../data/requests.ts';
import { localCsvOptions } from '../../data/settings/labels.ts';
import { ExportForm } from './export-form.tsx';
import './export.css';

const POLL_MS = 400;

/** The browser may ask where to save before it fetches anything. */
const START_TIMEOUT_MS = 60_000;

interface RunningExport {
  phase: 'choosing' | 'running' | 'ended';
  /** Undefined until the service knows the export. */
  job: ExportJob | undefined;
  /** An error outside the export itself; empty if none. */
  failure: string;
  start: (choice: ExportChoice) => void;
  cancel: () => void;
}

const NOT_BEGUN =
  'The download did not start. The browser may have blocked it, or other exports are running. Try again.';

function hasEnded(job: ExportJob | undefined): boolean {
  return job !== undefined && ['done', 'cancelled', 'failed'].includes(job.state);
}

function useExportJob(): RunningExport {
  const [id, setId] = useState('');
  const [job, setJob] = useState<ExportJob>();
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (id === '') return undefined;
    const controller = new AbortController();
    void follow(id, controller.signal, setJob, setFailure);
    return () => controller.abort();
  }, [id]);

  return {
    phase: id === '' ? 'choosing' : hasEnded(job) || failure !== '' ? 'ended' : 'running',
    job,
    failure,
    start: (choice) => {
      const fresh = crypto.randomUUID();
      download(exportUrl(choice, fresh));
      setId(fresh);
    },
    cancel: () => {
      cancelExport(id).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        setFailure(error.message);
      });
    },
  };
}

async function follow(
  id: string,
  signal: AbortSignal,
  onJob: (job: ExportJob) => void,
  onFailure: (failure: string) => void,
): Promise<void> {
  const begun = Date.now();
  let known: ExportJob | undefined;
  while (!signal.aborted && !hasEnded(known)) {
    try {
      const { exports } = await fetchExports(signal);
      if (signal.aborted) return;
      known = exports.find((job) => job.id === id);
      if (known) onJob(known);
      // The browser has not requested the file yet.
      else if (Date.now() - begun > START_TIMEOUT_MS) return onFailure(NOT_BEGUN);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      return onFailure(error.message);
    }
    await pause(POLL_MS, signal).done;
  }
}

export interface ExportDialogProps {
  /** Initially selected. */
  channels: readonly ChannelRef[];
  /** Milliseconds since 1970; `to` exclusive. */
  from: number;
  to: number;
  onClose: () => void;
}

export function ExportDialog({ channels, from, to, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    channels: channels.map(({ family, serial, channel }) => ({ family, serial, channel })),
    from,
    to,
    format: 'csv',
    layout: 'moments',
    interval: '0',
    values: ['mean'],
    csv: csvOptionsSchema.parse(localCsvOptions()),
    isSplit: false,
  }));
  const job = useExportJob();
  // Takes the focus: its first field, the channel search, appears only when the channels are known.
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Modal onClose={onClose} title="Export readings" className="export-dialog" ref={popup} initialFocus={popup}>
      {job.phase === 'choosing' ? (
        <ExportForm choice={choice} onChange={setChoice} onExport={job.start} />
      ) : (
        <ExportProgress job={job} onClose={onClose} />
      )}
    </Modal>
  );
}

interface ExportProgressProps {
  job: RunningExport;
  onClose: () => void;
}

function ExportProgress({ job: { phase, job, failure, cancel }, onClose }: ExportProgressProps) {
  const isRunning = phase === 'running';
  return (
    <div className="export-progress">
      {isRunning ? <Running job={job} /> : <Ended job={job} failure={failure} />}
      <output className="visually-hidden">{isRunning ? 'Export in progress' : endText(job, failure).title}</output>
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

interface EndText {
  tone: 'good' | 'info' | 'bad';
  title: string;
  text: string;
}

function endText(job: ExportJob | undefined, failure: string): EndText {
  if (job?.state === 'done') {
    const rows = plural(job.rows, 'row');
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
    title: 'Cannot export readings',
    text: text || 'The service did not report a reason. Try again, or see the log.',
  };
}

function Ended({ job, failure }: { job: ExportJob | undefined; failure: string }) {
  const { tone, title, text } = endText(job, failure);
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
    </Notice>
  );
}
