import { X } from 'lucide-react';
import { useId } from 'react';
import { TextInput } from '../../../components/form/text-field.tsx';

export interface OriginLineProps {
  /** From 0. */
  place: number;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
  onRemove: () => void;
}

export function OriginLine({ place, value, error, onChange, onBlur, onRemove }: OriginLineProps) {
  const errorId = useId();
  return (
    <li className="origin-line">
      <TextInput
        mono
        aria-label={`Origin ${place + 1}`}
        aria-invalid={error !== undefined}
        aria-describedby={errorId}
        data-field={`allowed_origins.${place}`}
        placeholder="https://tools.example:8443"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={value === '' ? `Remove origin ${place + 1}` : `Remove ${value}`}
        title="Remove"
        onClick={onRemove}
      >
        <X aria-hidden size={15} />
      </button>
      <p role="alert" id={errorId} className="field-error">
        {error}
      </p>
    </li>
  );
}
