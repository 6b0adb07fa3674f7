import { type ReactNode, useId } from 'react';
import { FieldNotes } from './field.tsx';
import './check-group.css';

export interface CheckListOption {
  value: string;
  label: string;
  /** Shown after the label. */
  note?: string;
}

export interface CheckGroupProps {
  label: string;
  /** Where the command palette finds it. */
  path: string;
  options: readonly CheckListOption[];
  chosen: readonly string[];
  /** Values that are not options are chosen no longer. */
  onChange: (chosen: string[]) => void;
  /** Shown without any option. */
  none?: string;
  hint?: ReactNode;
  error?: string;
}

/** Check boxes for the items of a list, which stays in the order of the options. */
export function CheckGroup({ label, path, options, chosen, onChange, none, hint, error = '' }: CheckGroupProps) {
  const hintId = useId();
  const errorId = useId();
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(options.map((option) => option.value).filter((option) => next.has(option)));
  };
  return (
    <fieldset className="form-group" aria-describedby={`${hintId} ${errorId}`}>
      <legend className="form-label">{label}</legend>
      <div className="check-group-list">
        {options.map(({ value, label: text, note }) => (
          <label key={value} className="check-group-item">
            <input type="checkbox" data-field={path} checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>{text}</span>
            {note && <span className="mono dim">{note}</span>}
          </label>
        ))}
        {options.length === 0 && <p className="dim">{none}</p>}
      </div>
      <FieldNotes hintId={hintId} hint={hint} errorId={errorId} error={error} />
    </fieldset>
  );
}
