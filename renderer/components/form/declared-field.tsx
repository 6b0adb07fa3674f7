import { type ClipboardEventHandler, Fragment, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type Field, fieldAt } from '../../../service/contract/index.ts';
import { choicesOf, SelectField, Switch, TextField } from './field.tsx';
import { useFormField } from './use-field.ts';

export interface DeclaredFieldProps {
  field: Field;
  /** Default: the declared help. */
  hint?: ReactNode;
  /** Of a text field. */
  onPaste?: ClipboardEventHandler<HTMLInputElement>;
  /** The user has turned a switch on or off. */
  onSwitch?: (isOn: boolean) => void;
  /** The user has chosen a value. */
  onChoose?: (value: string) => void;
}

/** The control of a declared field, bound to the form around it. Secrets have their own. */
export function DeclaredField({ field, hint = field.help, onPaste, onSwitch, onChoose }: DeclaredFieldProps) {
  const { error, ...control } = useFormField(field.path, field.affects);
  const { kind, label, legend, choices, unit, placeholder, mono } = field;
  if (kind === 'switch') {
    const input = (
      <Switch label={label} {...control} onInput={({ currentTarget }) => onSwitch?.(currentTarget.checked)} />
    );
    if (!legend) return input;
    return (
      <fieldset className="form-group">
        <legend className="form-label">{legend}</legend>
        {input}
      </fieldset>
    );
  }
  const notes = { label, hint, error };
  if (choices) {
    return (
      <SelectField
        {...notes}
        options={choicesOf(field)}
        {...control}
        onInput={({ currentTarget }) => onChoose?.(currentTarget.value)}
      />
    );
  }
  return (
    <TextField
      {...notes}
      {...(unit && { unit: 's' })}
      {...(kind === 'number' && { inputMode: unit === 'ms' || field.isFractional ? 'decimal' : 'numeric' })}
      {...(placeholder && { placeholder })}
      {...(mono && { mono })}
      {...(onPaste && { onPaste })}
      {...control}
    />
  );
}

export interface FieldGroupProps {
  fields: readonly Field[];
  /** Default: the fields without a group. */
  group?: string;
  /** Paths of the fields before the others, which are in the declared order. */
  first?: readonly string[];
  /** Controls for fields that need their own, by path; null if another one covers the field. */
  widgets?: Readonly<Record<string, ReactNode>>;
}

/** The controls of all fields of a group. */
export function FieldGroup({ fields, group, first, widgets }: FieldGroupProps) {
  const own = fields.filter((field) => field.group === group);
  const needed = [...new Set(own.flatMap(({ needs }) => needs ?? []))];
  const values: unknown[] = useWatch({ name: needed });
  const isShared = needed.length === 1 && own.every(({ needs }) => needs);
  const unmet = (path: string | undefined): string | undefined =>
    path && !values[needed.indexOf(path)] ? `Used only while “${fieldAt(fields, path).label}” is on.` : undefined;
  const rank = ({ path }: Field): number => (first?.includes(path) ? first.indexOf(path) : (first?.length ?? 0));
  const shared = isShared && unmet(needed[0]);
  return (
    <>
      {shared && <p className="form-hint">{shared}</p>}
      {own
        .toSorted((one, other) => rank(one) - rank(other))
        .map((field) => (
          <Fragment key={field.path}>
            {widgets?.[field.path] === undefined ? (
              <DeclaredField field={field} hint={(!isShared && unmet(field.needs)) || field.help} />
            ) : (
              widgets[field.path]
            )}
          </Fragment>
        ))}
    </>
  );
}
