import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Field, listText, parseField } from '../../../service/contract/index.ts';
import { FieldNotes } from '../form/field.tsx';

export interface CheckListOption {
  value: string;
  label: string;
  /** Shown after the label. */
  note?: string;
}

export interface CheckListProps {
  /** Of a list. */
  field: Field;
  /** Selected values that are not among them are listed, too. */
  options: readonly CheckListOption[];
  /** Shown without any option. */
  none: string;
}

/** Check boxes for the items of a declared list. */
export function CheckList({ field, options, none }: CheckListProps) {
  const { path } = field;
  const { setValue, getFieldState, formState } = useFormContext();
  const text = String(useWatch({ name: path }) ?? '');
  const chosen = parseField(field, text) as string[];
  const hintId = useId();
  const errorId = useId();
  const known = new Set(options.map(({ value }) => value));
  const others = chosen.filter((value) => !known.has(value)).map((value): CheckListOption => ({ value, label: value }));
  const all = [...options, ...others];
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    // In the order of the list, so that going back and forth changes nothing.
    const ordered = all.map((option) => option.value).filter((option) => next.has(option));
    const flags = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue(path, listText(field, ordered), flags);
  };
  return (
    <fieldset className="form-group" aria-describedby={`${hintId} ${errorId}`}>
      <legend className="form-label">{field.label}</legend>
      <div className="check-list">
        {all.map(({ value, label, note }) => (
          <label key={value} className="check-list-item">
            <input
              type="checkbox"
              data-field={field.path}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span>{label}</span>
            {note && <span className="mono dim">{note}</span>}
          </label>
        ))}
        {all.length === 0 && <p className="dim">{none}</p>}
      </div>
      <FieldNotes
        hintId={hintId}
        hint={field.help}
        errorId={errorId}
        error={getFieldState(path, formState).error?.message ?? ''}
      />
    </fieldset>
  );
}
