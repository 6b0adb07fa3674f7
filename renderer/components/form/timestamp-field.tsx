import { useState } from 'react';
import { localFieldText } from '../../data/format/numbers.ts';
import { parseTimeField } from '../../data/history/export-request.ts';
import { TextField } from './field.tsx';

export interface TimestampFieldProps {
  label: string;
  /** Of the field in a form. */
  name?: string;
  /** In milliseconds since 1970; NaN for an invalid text. */
  at: number;
  /** A sentence. */
  error?: string | undefined;
  onChange: (at: number) => void;
}

/** A given time stays exact until the user edits it: a chart selection ends between two seconds. */
export function TimestampField({ label, name, at, error, onChange }: TimestampFieldProps) {
  const [typed, setTyped] = useState<{ text: string; at: number }>();
  // Set in another way than through this field: discard the typed text.
  const text = typed && Object.is(typed.at, at) ? typed.text : localFieldText(at);
  return (
    <TextField
      label={label}
      name={name}
      error={error}
      type="datetime-local"
      step="0.001"
      required
      value={text}
      onChange={(event) => {
        const timestamp = parseTimeField(event.target.value);
        setTyped({ text: event.target.value, at: timestamp });
        onChange(timestamp);
      }}
    />
  );
}
