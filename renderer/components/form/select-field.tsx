import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Field as DeclaredField } from '../../../service/contract/index.ts';
import { Field } from './field.tsx';

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
