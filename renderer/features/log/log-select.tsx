import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

export interface LogSelectProps<T extends string> {
  label: string;
  /** Otherwise the label is only for screen readers. */
  isShown?: boolean;
  /** ID of the description. */
  describedBy?: string;
  value: T;
  options: readonly { value: T; word: string }[];
  onChange: (value: T) => void;
}

export function LogSelect<T extends string>(props: LogSelectProps<T>) {
  const { label, isShown = false, describedBy, value, options, onChange } = props;
  const id = useId();
  return (
    <span className="log-select">
      <label htmlFor={id} className={isShown ? 'dim' : 'visually-hidden'}>
        {label}
      </label>
      <span className="select-input">
        <select
          id={id}
          className="field"
          aria-describedby={describedBy}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.word}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} />
      </span>
    </span>
  );
}
