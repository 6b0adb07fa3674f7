export interface ChoicesProps<Value extends string> {
  values: readonly Value[];
  chosen: ReadonlySet<Value>;
  onChange: (chosen: ReadonlySet<Value>) => void;
  labelOf: (value: Value) => string;
  noteOf?: (value: Value) => string;
}

/** A check box for each value. */
export function Choices<Value extends string>({ values, chosen, onChange, labelOf, noteOf }: ChoicesProps<Value>) {
  const toggle = (value: Value): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return values.map((value) => (
    <label key={value} className="part-choice">
      <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} />
      <span>{labelOf(value)}</span>
      {noteOf && <span className="dim part-count">{noteOf(value)}</span>}
    </label>
  ));
}
