export interface SegmentsProps<T extends string | number> {
  label: string;
  options: readonly { value: T; word: string }[];
  value: T;
  onChange: (value: T) => void;
}

export function SegmentedControl<T extends string | number>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          data-word={option.word}
          onClick={() => onChange(option.value)}
        >
          {option.word}
        </button>
      ))}
    </fieldset>
  );
}
