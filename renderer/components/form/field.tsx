import { type ReactNode, useId } from 'react';

/** Connects the control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence; undefined or empty without an error. */
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error = '', children }: FieldProps) {
  const id = useId();
  const hintId = useId();
  const errorId = useId();
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${hintId} ${errorId}`, 'aria-invalid': error !== '' })}
      <FieldNotes hintId={hintId} hint={hint} errorId={errorId} error={error} />
    </div>
  );
}

export interface FieldNotesProps {
  hintId: string;
  hint: ReactNode;
  errorId: string;
  error: string;
}

export function FieldNotes({ hintId, hint, errorId, error }: FieldNotesProps) {
  return (
    <div className="form-notes">
      <p id={errorId} role="alert" className="field-error">
        {error}
      </p>
      <div id={hintId} className="form-hint">
        {error === '' && hint}
      </div>
    </div>
  );
}
