import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children' | 'className'> {
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

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  unit?: string;
  mono?: boolean;
}

/** The input alone, for a custom label. */
export function TextInput({ unit, mono = false, ...input }: TextInputProps) {
  return (
    <span className="text-input">
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
