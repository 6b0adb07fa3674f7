import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Field as DeclaredField, SecretStorage } from '../../../service/contract/index.ts';
import { uncapitalized } from '../../data/format/text.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { Field } from './field.tsx';
import type { Secret } from './form-values.ts';

export interface SecretFieldProps {
  /** A declared secret that is typed: a password or token. */
  field: DeclaredField;
  isStored: boolean;
  /** The stored one cannot be read on this computer. */
  isUnreadable?: boolean;
  /** Where it is stored; null while unknown. */
  storage: SecretStorage | null;
  /** Replaces the hint. */
  warning?: ReactNode;
}

const STORED_TEXTS: Readonly<Record<SecretStorage, string>> = {
  'key-store': 'Stored in this computer’s key store.',
  file: 'Stored in a file that only your account can read.',
};

/** A secret that is never shown again once it is stored. */
export function SecretField({ field: declared, isStored, isUnreadable = false, storage, warning }: SecretFieldProps) {
  const { path, label, help } = declared;
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController<Record<string, Secret>>({ name: path });
  const [visible, setVisible] = useState(false);
  const word = uncapitalized(label);
  const isRemoved = value === '' && isStored;
  const isTyped = Boolean(value);
  const placeholder = isRemoved || !isStored ? 'None' : isUnreadable ? 'Required' : 'Unchanged';
  const Icon = visible ? EyeOff : Eye;
  const change = (text: Secret, title: string) => (
    <button type="button" className="link-button" onClick={() => onChange(text)}>
      {title}
    </button>
  );
  const hint = isRemoved ? (
    <>
      The stored {word} is deleted when you save. {change(null, 'Undo')}
    </>
  ) : error ? null : warning ? (
    <span className="form-warning">{warning}</span>
  ) : (
    <>
      {isStored || isTyped ? storage && STORED_TEXTS[storage] : help}
      {isStored && value === null && <> {change('', `Delete ${word}`)}</>}
    </>
  );
  return (
    <Field label={label} error={error?.message} hint={hint}>
      {(control) => (
        <span className="password-input">
          <input
            {...control}
            ref={ref}
            data-field={path}
            className="field"
            type={visible && isTyped ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            placeholder={placeholder}
            value={value ?? ''}
            // An empty field keeps the stored secret; deleting it has its own button.
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            onBlur={() => afterPointerUp(onBlur)}
          />
          {isTyped && (
            <button
              type="button"
              className="icon-button"
              aria-label={visible ? `Hide ${word}` : `Show ${word}`}
              title={visible ? 'Hide' : 'Show'}
              onClick={() => setVisible(!visible)}
            >
              <Icon aria-hidden size={15} />
            </button>
          )}
        </span>
      )}
    </Field>
  );
}
