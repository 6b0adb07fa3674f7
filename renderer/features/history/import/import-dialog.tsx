import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportJob, StoredChannel } from '../../../../service/contract/index.ts';
import { useFilePicker } from '../../../components/form/use-file-picker.tsx';
import { Modal } from '../../../components/modal.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { plural } from '../../../data/format/numbers.ts';
import { ImportSession, type ImportView } from '../../../data/imports/import-session.ts';
import { newReadings } from '../../../data/imports/labels.ts';
import { showImported } from '../../../data/imports/show-imported.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ImportList } from './import-list.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import './import.css';

export interface ImportDialogProps {
  /** Offered for columns without a channel. */
  channels: readonly StoredChannel[];
  /** Stored readings were added or removed. That of the first rendering is called. */
  onChanged: () => void;
  onClose: () => void;
}

function useSession(onChanged: () => void): ImportSession {
  const live = useLive();
  const [session] = useState(
    () =>
      new ImportSession({
        onChanged: (job) => {
          showImported(live, job);
          onChanged();
        },
      }),
  );
  useEffect(() => () => session.leave(), [session]);
  return session;
}

export function ImportDialog({ channels, onChanged, onClose }: ImportDialogProps) {
  const session = useSession(onChanged);
  const view = useReadable(session.view);
  const [asked, setAsked] = useState<ImportJob | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const { step, job, failure } = view;
  const isRunning = step === 'following' && job !== undefined && isStoring(job) && failure === null;
  const stage = asked ? 'asking' : `${step} ${job?.state}`;
  // The control that had the focus is gone.
  useEffect(() => {
    if (stage !== '' && !popup.current?.contains(document.activeElement)) popup.current?.focus();
  }, [stage]);
  const close = (): void => {
    if (!isRunning) onClose();
  };
  return (
    <Modal onClose={close} title="Import readings" className="import-readings-dialog" ref={popup} initialFocus={popup}>
      <output className="visually-hidden">{statusOf(view)}</output>
      <FailureNotice title={failure?.title} text={failure?.text} />
      {asked ? (
        <UndoQuestion
          job={asked}
          onCancel={() => setAsked(null)}
          onUndo={() => {
            setAsked(null);
            void session.undo(asked);
          }}
        />
      ) : (
        <Step session={session} view={view} channels={channels} onRequestUndo={setAsked} onClose={onClose} />
      )}
    </Modal>
  );
}

interface StepProps {
  session: ImportSession;
  view: ImportView;
  channels: readonly StoredChannel[];
  onRequestUndo: (job: ImportJob) => void;
  onClose: () => void;
}

function Step({ session, view, channels, onRequestUndo, onClose }: StepProps) {
  const { step, file, job } = view;
  if (step === 'choosing') return <Choosing session={session} onRequestUndo={onRequestUndo} onClose={onClose} />;
  if (step === 'undone') {
    const title = `Removed the ${plural(job ? newReadings(job) : 0, 'imported reading')}`;
    return <Ended title={title} text={file} session={session} onClose={onClose} />;
  }
  if (job?.state === 'applied') {
    return (
      <Ended title={`Imported ${plural(newReadings(job), 'reading')}`} text={file} session={session} onClose={onClose}>
        <button type="button" className="button" disabled={view.isBusy} onClick={() => void session.undo(job)}>
          Undo
        </button>
      </Ended>
    );
  }
  if (job && job.progress === null && (job.state === 'ready' || job.state === 'unreadable')) {
    return (
      <ImportPreview
        key={JSON.stringify(job.options)}
        job={job}
        channels={channels}
        isBusy={view.isBusy}
        onChange={(options) => void session.change(options)}
        onImport={() => void session.apply()}
        onOther={() => session.leave()}
        onClose={onClose}
      />
    );
  }
  return <ImportProgress view={view} session={session} onClose={onClose} />;
}

interface ChoosingProps {
  session: ImportSession;
  onRequestUndo: (job: ImportJob) => void;
  onClose: () => void;
}

function Choosing({ session, onRequestUndo, onClose }: ChoosingProps) {
  const { choose, element } = useFilePicker('File to import', '.csv,.txt,.tsv,text/csv', (file) =>
    session.upload(file),
  );
  return (
    <div className="import-step">
      <p>
        Adds the readings of a CSV file to the history: an export, a daily CSV file, or another file with times and
        numbers. A preview is shown first.
      </p>
      {element}
      <div>
        <button type="button" className="button primary" onClick={choose}>
          Choose file…
        </button>
      </div>
      <ImportList onUndo={onRequestUndo} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}

interface UndoQuestionProps {
  job: ImportJob;
  onCancel: () => void;
  onUndo: () => void;
}

function UndoQuestion({ job, onCancel, onUndo }: UndoQuestionProps) {
  return (
    <div className="import-step">
      <p className="import-text">
        Remove the {plural(newReadings(job), 'reading')} imported from {job.file}? Other readings stay.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button danger" onClick={onUndo}>
          Undo import
        </button>
      </div>
    </div>
  );
}

interface EndedProps {
  title: string;
  text: string;
  session: ImportSession;
  onClose: () => void;
  children?: ReactNode;
}

function Ended({ title, text, session, onClose, children }: EndedProps) {
  return (
    <div className="import-step">
      <Notice tone="good" title={title}>
        <p className="import-text">{text}</p>
      </Notice>
      <div className="dialog-actions">
        {children}
        <button type="button" className="button" onClick={() => session.leave()}>
          Import another file
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}

/** Readings are being added or removed. */
function isStoring({ state, progress }: ImportJob): boolean {
  return progress !== null && (state === 'applying' || state === 'undoing');
}

/** For screen readers; errors are announced on their own. */
function statusOf({ step, file, job }: ImportView): string {
  if (step === 'uploading') return `Uploading ${file}`;
  if (step === 'undone') return `Removed the readings of ${file}`;
  if (!job) return '';
  const texts: Readonly<Record<ImportJob['state'], string>> = {
    reading: `Reading ${file}`,
    ready: `Preview of ${file}`,
    unreadable: `Cannot read ${file}`,
    applying: `Importing ${file}`,
    applied: `Imported ${file}`,
    undoing: `Removing the readings of ${file}`,
  };
  return texts[job.state];
}
