import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react';
import type { Field as DeclaredField } from '../../../service/contract/index.ts';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence; undefined or empty without an error. */
  error?: string | undefined;
  children: (control: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
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
      <FieldError id={errorId} text={error} />
      <div id={hintId} className="form-hint">
        {error === '' && hint}
      </div>
    </div>
  );
}

/** Render it without an error, too: screen readers announce only changes of an existing element. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  return (
    <p id={id} role="alert" className="field-error">
      {text}
    </p>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown at the end of the field. */
  unit?: string;
  /** For addresses and identifiers. */
  mono?: boolean;
}

export function TextField({ label, hint, error, unit, mono = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TextInput {...input} {...control} {...(unit && { unit })} mono={mono} />}
    </Field>
  );
}

interface TextInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  unit?: string;
  mono?: boolean;
}

/** The input alone, for a custom label. */
export function TextInput({ unit, mono = false, ...input }: TextInputProps) {
  return (
    // The text ends before its unit.
    <span className="text-input" style={{ '--unit-width': `${unit?.length ?? 0}ch` } as CSSProperties}>
      <input
        autoComplete="off"
        spellCheck={false}
        data-field={input.name}
        {...input}
        className={mono ? 'field mono' : 'field'}
      />
      {unit && (
        <span className="text-input-unit" aria-hidden>
          {unit}
        </span>
      )}
    </span>
  );
}

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly { value: string; word: string }[];
}

/** The options of a declared choice. */
export function choicesOf({ choices = {} }: DeclaredField): SelectFieldProps['options'] {
  return Object.entries(choices).map(([value, word]) => ({ value, word }));
}

export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="select-input">
          <select data-field={select.name} {...select} {...control} className="field">
            {options.map(({ value, word }) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden size={14} />
        </span>
      )}
    </Field>
  );
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'className'> {
  label: ReactNode;
}

export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className="switch">
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells by itself whether it is checked */}
      <input data-field={input.name} {...input} type="checkbox" role="switch" />
      <span>{label}</span>
    </label>
  );
}
