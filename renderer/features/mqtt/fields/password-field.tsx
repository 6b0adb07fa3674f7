import { useWatch } from 'react-hook-form';
import { fieldAt, MQTT_VERSIONS, type MqttClientView, type SecretStorage } from '../../../../service/contract/index.ts';
import { SecretField } from '../../../components/form/secret-field.tsx';
import { CLIENT_FIELDS, type ClientForm } from '../form/client-form.ts';
import { passwordNeedsUser, REENTER_PASSWORD, secretsToEnter } from '../form/secrets.ts';

export interface PasswordFieldProps {
  /** Null for a new client. */
  stored: MqttClientView | null;
  storage: SecretStorage | null;
}

export function PasswordField({ stored, storage }: PasswordFieldProps) {
  const form = useWatch<ClientForm>() as ClientForm;
  const isUnreadable = stored?.status.error?.code === 'password-needed';
  return (
    <SecretField
      field={fieldAt(CLIENT_FIELDS, 'password')}
      isStored={stored?.password_set ?? false}
      isUnreadable={isUnreadable}
      storage={storage}
      warning={warningOf(form, stored, isUnreadable)}
    />
  );
}

/** The most urgent warning; undefined without one. */
function warningOf(form: ClientForm, stored: MqttClientView | null, isUnreadable: boolean): string | undefined {
  if (secretsToEnter(form, stored).password) return REENTER_PASSWORD;
  if (isUnreadable && form.password === null) return 'Cannot read the stored password. Enter it again.';
  if (!passwordNeedsUser(form, stored)) return undefined;
  const version = MQTT_VERSIONS[form.protocol_version];
  return `${version} requires a username with a password. Enter a username or select MQTT 5.0.`;
}
