import { type FormEvent, useState } from 'react';
import type { ImportJob, ImportOptions, StoredChannel } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatBytes } from '../../../data/format/numbers.ts';
import { fieldsOf, isChoice, isEdited, optionsOf, shownFields } from '../../../data/imports/import-fields.ts';
import { newReadings, previewSentence, unreadableTitle } from '../../../data/imports/labels.ts';
import { ImportFileFields } from './import-file-fields.tsx';
import { ImportTable } from './import-table.tsx';

export interface ImportPreviewProps {
  /** `ready` or `unreadable`. */
  job: ImportJob;
  /** Offered for columns without a channel. */
  channels: readonly StoredChannel[];
  isBusy: boolean;
  onChange: (options: ImportOptions) => void;
  onImport: () => void;
  /** Chooses another file. */
  onOther: () => void;
  onClose: () => void;
}

export function ImportPreview({ job, channels, isBusy, onChange, onImport, onOther, onClose }: ImportPreviewProps) {
  const [fields, setFields] = useState(() => fieldsOf(job));
  const edited = isEdited(job, fields);
  const hasFields =
    Object.values(shownFields(job)).includes(true) || job.columns.some((column) => isChoice(job, column));
  const isReady = job.state === 'ready';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (edited && !isBusy) onChange(optionsOf(job, fields));
  };
  return (
    <form className="import-step" onSubmit={onSubmit}>
      <p className="import-text">
        <strong>{job.file}</strong> <span className="dim">({formatBytes(job.bytes)})</span>
        {isReady && `: ${previewSentence(job)}`}
      </p>
      {job.error !== null && (
        <Notice
          tone={isReady ? 'info' : 'bad'}
          title={isReady ? 'The readings were not imported' : 'Cannot read the file'}
        >
          <p>{job.error}</p>
        </Notice>
      )}
      {isReady && job.columns.length > 0 && (
        <ImportTable job={job} fields={fields} channels={channels} onChange={setFields} />
      )}
      {isReady && <ImportNotes job={job} />}
      <ImportFileFields job={job} fields={fields} onChange={setFields} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button" onClick={onOther}>
          Choose another file
        </button>
        {hasFields && (
          <button type="submit" className="button" disabled={!edited || isBusy}>
            Update preview
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={!isReady || edited || isBusy || newReadings(job) === 0}
          title={edited ? 'Update the preview first' : undefined}
          onClick={onImport}
        >
          Import
        </button>
      </div>
    </form>
  );
}

/** What is not imported, and what else to know before. */
function ImportNotes({ job: { warnings, repeated, unreadable, unreadable_lines: lines } }: { job: ImportJob }) {
  const notes = [...warnings];
  if (repeated > 0) notes.push(`${repeated} readings are skipped: the file has others at the same times further up.`);
  return (
    <>
      {notes.length > 0 && (
        <ul className="import-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {lines > 0 && (
        <Notice tone="warning" title={unreadableTitle(lines)}>
          <ul className="import-lines">
            {unreadable.map(({ line, text, reason }) => (
              <li key={line}>
                Line {line}: {reason} <span className="mono dim">{text}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
