import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { CertificateSummary, Field } from '../../../service/contract/index.ts';
import { formatDay } from '../../data/format/numbers.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { FieldNotes } from './field.tsx';
import type { Secret } from './form-values.ts';
import { FIRST_LINES, pemSummary, readPem } from './pem.ts';
import { useFilePicker } from './use-file-picker.tsx';

export interface PemFieldProps {
  /** A declared secret that is a PEM text. */
  field: Field;
  /** A summary, or only whether something is stored. */
  stored: CertificateSummary | boolean | null;
  /** Replaces the summary. */
  warning?: string | undefined;
}

export function PemField({ field: { path, label, secret, help }, stored, warning }: PemFieldProps) {
  const kind = secret === 'key' ? 'key' : 'certificate';
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController<Record<string, Secret>>({ name: path });
  // The last edit; null while the text field is closed.
  const [typed, setTyped] = useState<{ text: string | null } | null>(null);
  const [fileError, setFileError] = useState('');
  const labelId = useId();
  const textId = useId();
  const hintId = useId();
  const errorId = useId();
  // Saving and discarding change the value and close the text field.
  const isEditing = Boolean(value) || (typed !== null && typed.text === value);
  const error = fieldState.error?.message ?? fileError;

  const take = (text: string | null, open: boolean): void => {
    setFileError('');
    setTyped(open ? { text } : null);
    onChange(text);
  };
  const picker = useFilePicker(`${label} file`, '.pem,.crt,.cer,.key,text/plain', async (file) => {
    const read = await readPem(kind, file);
    if ('problem' in read) setFileError(read.problem);
    else take(read.text, true);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- buttons beside a text, which is not always there
    <div className="pem-field" role="group" aria-labelledby={labelId}>
      <div className="pem-head">
        <label id={labelId} htmlFor={isEditing ? textId : undefined} className="form-label">
          {label}
        </label>
        <div className="pem-actions">
          {value === '' && (
            <button type="button" className="link-button" onClick={() => take(null, false)}>
              Undo
            </button>
          )}
          {!isEditing && stored && value === null && (
            <button type="button" className="link-button" onClick={() => take('', false)}>
              Delete
            </button>
          )}
          {!isEditing && (
            <button
              type="button"
              className="link-button"
              data-field={path}
              aria-describedby={errorId}
              onClick={() => take(null, true)}
            >
              {stored ? 'Replace' : 'Paste text'}
            </button>
          )}
          {isEditing && (
            <button type="button" className="link-button" onClick={() => take(null, false)}>
              Cancel
            </button>
          )}
          <button type="button" className="link-button" onClick={picker.choose}>
            Choose file…
          </button>
          {picker.element}
        </div>
      </div>
      {isEditing && (
        <textarea
          id={textId}
          ref={ref}
          className="field mono pem-text"
          rows={5}
          spellCheck={false}
          autoComplete="off"
          data-field={path}
          aria-describedby={`${hintId} ${errorId}`}
          aria-invalid={error !== ''}
          placeholder={FIRST_LINES[kind]}
          value={value ?? ''}
          onChange={({ target }) => take(target.value.trim() === '' ? null : target.value, true)}
          onBlur={() => afterPointerUp(onBlur)}
        />
      )}
      <FieldNotes
        hintId={hintId}
        errorId={errorId}
        error={error}
        hint={
          isEditing ? (
            value && pemSummary(kind, value)
          ) : (
            <StoredPem stored={stored} isRemoved={value === ''} none={help} warning={warning} />
          )
        }
      />
    </div>
  );
}

interface StoredPemProps {
  /** A summary, or only whether something is stored. */
  stored: CertificateSummary | boolean | null;
  /** Deleted with the next save. */
  isRemoved: boolean;
  /** Hint without a stored value. */
  none: string | undefined;
  /** Replaces the summary. */
  warning: string | undefined;
}

function StoredPem({ stored, isRemoved, none, warning }: StoredPemProps) {
  if (!stored) return <>{none}</>;
  if (isRemoved) return <>Deleted when you save.</>;
  if (warning) return <span className="form-warning">{warning}</span>;
  if (stored === true) return <>Stored. The key is never shown.</>;
  return <Summary certificate={stored} />;
}

function Summary({ certificate }: { certificate: CertificateSummary }) {
  const { subject, issuer, valid_from, valid_to } = certificate;
  const [now] = useState(Date.now);
  const [from, to] = [Date.parse(valid_from), Date.parse(valid_to)];
  return (
    <>
      <span className="mono pem-subject">{subject}</span>
      {issuer !== subject && (
        <>
          <br />
          Issued by <span className="mono pem-subject">{issuer}</span>
        </>
      )}
      <br />
      {now > to ? (
        <span className="form-warning">Expired on {formatDay(to)}.</span>
      ) : now < from ? (
        <span className="form-warning">Not valid before {formatDay(from)}.</span>
      ) : (
        <>Valid until {formatDay(to)}.</>
      )}
    </>
  );
}
