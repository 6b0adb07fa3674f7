import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { fieldAt, MQTT_VERSIONS, type MqttClientView, type SecretStorage } from '../../../../service/contract/index.ts';
import { afterPointerUp } from '../../../components/form/after-pointer-up.ts';
import { Field } from '../../../components/form/field.tsx';
import { CLIENT_FIELDS, type ClientForm } from '../form/client-form.ts';
import { passwordNeedsUser, REENTER_PASSWORD, secretsToEnter } from '../form/secrets.ts';

export interface PasswordFieldProps {
  /** Null for a new client. */
  stored: MqttClientView | null;
  storage: SecretStorage | null;
}

const STORED_TEXTS: Readonly<Record<SecretStorage, string>> = {
  'key-store': 'Stored in this computer’s key store.',
  file: 'Stored in a file that only your account can read.',
};

export function PasswordField({ stored, storage }: PasswordFieldProps) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController<ClientForm, 'password'>({ name: 'password' });
  const [visible, setVisible] = useState(false);
  const isStored = stored?.password_set ?? false;
  const isRemoved = value === '' && isStored;
  const isTyped = Boolean(value);
  const isUnreadable = stored?.status.error?.code === 'password-needed';
  const placeholder = isRemoved || !isStored ? 'None' : isUnreadable ? 'Required' : 'Unchanged';
  const Icon = visible ? EyeOff : Eye;
  return (
    <Field
      label={fieldAt(CLIENT_FIELDS, 'password').label}
      error={fieldState.error?.message}
      hint={<PasswordHint stored={stored} storage={storage} hasError={Boolean(fieldState.error)} onChange={onChange} />}
    >
      {(control) => (
        <span className="password-input">
          <input
            {...control}
            ref={ref}
            data-field="password"
            className="field"
            type={visible && isTyped ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            placeholder={placeholder}
            value={value ?? ''}
            // An empty field keeps the stored password; deleting it has its own button.
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            onBlur={() => afterPointerUp(onBlur)}
          />
          {isTyped && (
            <button
              type="button"
              className="icon-button"
              aria-label={visible ? 'Hide password' : 'Show password'}
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

interface PasswordHintProps extends PasswordFieldProps {
  hasError: boolean;
  onChange: (secret: string | null) => void;
}

/** The most urgent hint. */
function PasswordHint({ stored, storage, hasError, onChange }: PasswordHintProps) {
  const form = useWatch<ClientForm>() as ClientForm;
  const isStored = stored?.password_set ?? false;
  if (form.password === '' && isStored) {
    return (
      <>
        The stored password is deleted when you save.{' '}
        <button type="button" className="link-button" onClick={() => onChange(null)}>
          Undo
        </button>
      </>
    );
  }
  if (hasError) return null;
  if (secretsToEnter(form, stored).password) return <span className="form-warning">{REENTER_PASSWORD}</span>;
  if (stored?.status.error?.code === 'password-needed' && form.password === null) {
    return <span className="form-warning">Cannot read the stored password. Enter it again.</span>;
  }
  if (passwordNeedsUser(form, stored)) {
    const version = MQTT_VERSIONS[form.protocol_version];
    return (
      <span className="form-warning">
        {version} requires a username with a password. Enter a username or select MQTT 5.0.
      </span>
    );
  }
  return (
    <>
      {(isStored || form.password) && storage ? STORED_TEXTS[storage] : null}
      {isStored && form.password === null && (
        <>
          {' '}
          <button type="button" className="link-button" onClick={() => onChange('')}>
            Delete password
          </button>
        </>
      )}
    </>
  );
}
