import { useState } from 'react';
import { TextField } from '../../components/form/field.tsx';

interface NameFieldProps {
  name: string;
  onChange: (name: string) => void;
}

/** Changes the name when the field is left or Enter is pressed; Escape restores it. */
export function NameField({ name, onChange }: NameFieldProps) {
  /** What is typed; undefined while it is the name, which another window may change. */
  const [draft, setDraft] = useState<string>();
  const text = draft ?? name;
  const settle = (): void => {
    setDraft(undefined);
    if (text.trim() !== '') onChange(text.trim());
  };
  return (
    <div className="dashboard-name">
      <TextField
        label="Name"
        name="name"
        value={text}
        maxLength={80}
        error={text.trim() === '' ? 'Enter a name.' : ''}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
          if (key === 'Escape') setDraft(undefined);
        }}
      />
    </div>
  );
}
