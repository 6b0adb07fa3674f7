import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { fieldAt, type MqttClientView } from '../../../../service/contract/index.ts';
import { DeclaredField, FieldGroup } from '../../../components/form/declared-field.tsx';
import { FieldNotes, Switch, TextInput } from '../../../components/form/field.tsx';
import { PemField } from '../../../components/form/pem-field.tsx';
import { SecretField } from '../../../components/form/secret-field.tsx';
import { type FieldBinding, useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import { secondsText } from '../../../data/format/durations.ts';
import { CLIENT_FIELDS, type ClientForm } from '../form/client-form.ts';
import { REENTER_KEY, REENTER_PROXY_PASSWORD, secretsToEnter } from '../form/secrets.ts';
import { HostField, PortField, TlsField } from './broker-fields.tsx';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import { Pkcs12Field } from './pkcs12-field.tsx';

/** The interface lists its fields in another order. */
const FIRST = ['name', 'protocol_version', 'host', 'port', 'username', 'password', 'ssl', 'clean_session'];

/** In the schema the secret comes last. */
const TRANSPORT_FIRST = ['transport', 'path', 'proxy', 'proxy_username'].map((name) => `advanced.${name}`);

export function MainFields(props: PasswordFieldProps) {
  const widgets = {
    name: <NameField />,
    host: <HostField />,
    port: <PortField />,
    ssl: <TlsField />,
    password: <PasswordField {...props} />,
    'reconnect.enable': <ReconnectFields />,
    'reconnect.min_delay': null,
    'reconnect.max_delay': null,
  };
  return (
    <div className="form-grid">
      <FieldGroup fields={CLIENT_FIELDS} first={FIRST} widgets={widgets} />
    </div>
  );
}

function NameField() {
  const field = fieldAt(CLIENT_FIELDS, 'name');
  const name = useWatch<ClientForm, 'name'>({ name: 'name' });
  const hint = name ? <span className="form-ellipsis">Topics start with {name}/</span> : field.help;
  return <DeclaredField field={field} hint={hint} />;
}

function ReconnectFields() {
  const { label } = fieldAt(CLIENT_FIELDS, 'reconnect.enable');
  const shortest = fieldAt(CLIENT_FIELDS, 'reconnect.min_delay');
  const longest = fieldAt(CLIENT_FIELDS, 'reconnect.max_delay');
  const enabled = useWatch<ClientForm, 'reconnect.enable'>({ name: 'reconnect.enable' });
  const from = useFormField(shortest.path);
  const to = useFormField(longest.path, longest.affects);
  const hintId = useId();
  const errorId = useId();
  const describedBy = `${hintId} ${errorId}`;
  return (
    <fieldset className="form-group">
      <legend className="form-label">{label}</legend>
      <div className="reconnect-line">
        <Switch label={<span className="visually-hidden">{label}</span>} {...useFormSwitch('reconnect.enable')} />
        <Delay word="after" label={shortest.label} binding={from} describedBy={describedBy} />
        <Delay word="up to" label={longest.label} binding={to} describedBy={describedBy} />
      </div>
      <FieldNotes
        hintId={hintId}
        errorId={errorId}
        error={from.error ?? to.error ?? ''}
        hint={
          enabled
            ? `Delay between attempts, ${secondsText(1)} s to 1 day. Increases after each failure.`
            : 'Tries once, then stays disconnected until you retry.'
        }
      />
    </fieldset>
  );
}

interface DelayProps {
  word: string;
  label: string;
  binding: FieldBinding;
  describedBy: string;
}

function Delay({ word, label, binding: { error, ...input }, describedBy }: DelayProps) {
  return (
    <span className="reconnect-delay">
      <span aria-hidden>{word}</span>
      <TextInput
        {...input}
        unit="s"
        inputMode="decimal"
        aria-label={`${label} in seconds`}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined}
      />
    </span>
  );
}

/** @param stored null for a new client */
export function AdvancedFields({ stored }: { stored: MqttClientView | null }) {
  return (
    <>
      <div className="form-grid">
        <FieldGroup
          fields={CLIENT_FIELDS}
          group="advanced"
          first={['identifier']}
          widgets={stored ? { identifier: <FixedIdentifier identifier={stored.identifier} /> } : {}}
        />
        {!stored && <FieldGroup fields={CLIENT_FIELDS} group="new" />}
      </div>
      <TransportFields stored={stored} />
      <TlsFields stored={stored} />
    </>
  );
}

function FixedIdentifier({ identifier }: { identifier: string }) {
  return (
    <div className="form-field">
      <span className="form-label">{fieldAt(CLIENT_FIELDS, 'identifier').label}</span>
      <p className="form-fixed mono">{identifier}</p>
      <p className="form-hint">Identifies this client in the API and in files. Cannot be changed.</p>
    </div>
  );
}

function TransportFields({ stored }: { stored: MqttClientView | null }) {
  const form = useWatch<ClientForm>() as ClientForm;
  const warning = secretsToEnter(form, stored).proxyPassword ? REENTER_PROXY_PASSWORD : undefined;
  const isStored = stored?.advanced.proxy_password_set ?? false;
  const password = (
    <SecretField
      field={fieldAt(CLIENT_FIELDS, 'advanced.proxy_password')}
      isStored={isStored}
      storage={null}
      warning={warning}
    />
  );
  return (
    <section className="form-section" aria-labelledby="mqtt-transport">
      <h3 id="mqtt-transport">Transport</h3>
      <div className="form-grid">
        <FieldGroup
          fields={CLIENT_FIELDS}
          group="transport"
          first={TRANSPORT_FIRST}
          widgets={{ 'advanced.proxy_password': password }}
        />
      </div>
    </section>
  );
}

function TlsFields({ stored }: { stored: MqttClientView | null }) {
  const form = useWatch<ClientForm>() as ClientForm;
  const { ca = null, certificate = null, key_set = false } = stored?.advanced ?? {};
  const warning = secretsToEnter(form, stored).key ? REENTER_KEY : undefined;
  const widgets = {
    'advanced.ca': <PemField field={fieldAt(CLIENT_FIELDS, 'advanced.ca')} stored={ca} />,
    'advanced.certificate': <PemField field={fieldAt(CLIENT_FIELDS, 'advanced.certificate')} stored={certificate} />,
    'advanced.key': <PemField field={fieldAt(CLIENT_FIELDS, 'advanced.key')} stored={key_set} warning={warning} />,
    'advanced.pkcs12': <Pkcs12Field />,
    'advanced.pkcs12_passphrase': null,
  };
  return (
    <section className="form-section" aria-labelledby="mqtt-tls">
      <h3 id="mqtt-tls">TLS</h3>
      <FieldGroup fields={CLIENT_FIELDS} group="tls" widgets={widgets} />
    </section>
  );
}
