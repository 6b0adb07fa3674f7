/** The fields of interface.md#mqtt-client. */

import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { MQTT_DEFAULTS } from '../../../../service/contract/index.ts';
import { FieldNotes } from '../../../components/form/field.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { TextField, TextInput } from '../../../components/form/text-field.tsx';
import type { FieldBinding } from '../../../components/form/use-field.ts';
import { VERSION_WORDS } from '../../../data/mqtt/labels.ts';
import type { ClientForm } from '../form/client-form.ts';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import { useField, useSwitch } from './use-field.ts';

const VERSIONS = Object.entries(VERSION_WORDS).map(([value, word]) => ({ value, word }));

export function MainFields({ stored, storage }: PasswordFieldProps) {
  return (
    <div className="form-grid">
      <NameField />
      <SelectField
        label="Protocol version"
        options={VERSIONS}
        {...useField('protocol_version', 'advanced.client_id')}
      />
      <TextField
        label="Host"
        mono
        {...useField('host')}
        placeholder={MQTT_DEFAULTS.host}
        hint="Host name or IP address of the broker."
      />
      <PortField />
      <TextField
        label="Username"
        placeholder="None"
        {...useField('username')}
        hint="Only if the broker requires one."
      />
      <PasswordField stored={stored} storage={storage} />
      <TextField
        label="Keep-alive"
        unit="s"
        inputMode="numeric"
        {...useField('keep_alive')}
        hint="Keep-alive interval. 0 disables it."
      />
      <div className="form-pair">
        <fieldset className="form-group">
          <legend className="form-label">Encryption</legend>
          <Switch label="Use TLS" {...useSwitch('ssl')} />
        </fieldset>
        <fieldset className="form-group">
          <legend className="form-label">Session</legend>
          <Switch label="Clean session" {...useSwitch('clean_session')} />
        </fieldset>
      </div>
      <ReconnectFields />
      <fieldset className="form-group">
        <legend className="form-label">While disconnected</legend>
        <Switch label="Store messages on disk for up to 7 days" {...useSwitch('advanced.store_and_forward')} />
      </fieldset>
    </div>
  );
}

function NameField() {
  const name = useWatch<ClientForm, 'name'>({ name: 'name' });
  return (
    <TextField
      label="Name (topic prefix)"
      {...useField('name')}
      hint={name ? <span className="form-ellipsis">Topics start with {name}/</span> : 'First part of every topic.'}
    />
  );
}

/** The usual ports (IANA: mqtt, secure-mqtt). */
const PORTS = { plain: '1883', secure: '8883' } as const;

function PortField() {
  const { setValue } = useFormContext<ClientForm>();
  const [port, ssl] = useWatch<ClientForm, ['port', 'ssl']>({ name: ['port', 'ssl'] });
  const [usual, unusual] = ssl ? [PORTS.secure, PORTS.plain] : [PORTS.plain, PORTS.secure];
  const take = (): void => setValue('port', usual, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return (
    <TextField
      label="Port"
      mono
      inputMode="numeric"
      {...useField('port')}
      hint={
        port.trim() === unusual && (
          <>
            {usual} is the usual port {ssl ? 'with' : 'without'} TLS.{' '}
            <button type="button" className="link-button" onClick={take}>
              Use {usual}
            </button>
          </>
        )
      }
    />
  );
}

function ReconnectFields() {
  const enabled = useWatch<ClientForm, 'reconnect.enable'>({ name: 'reconnect.enable' });
  const shortest = useField('reconnect.min_delay');
  const longest = useField('reconnect.max_delay', 'reconnect.min_delay');
  const hintId = useId();
  const errorId = useId();
  const describedBy = `${hintId} ${errorId}`;
  return (
    <fieldset className="form-group">
      <legend className="form-label">Reconnect automatically</legend>
      <div className="reconnect-line">
        <Switch
          label={<span className="visually-hidden">Reconnect automatically</span>}
          {...useSwitch('reconnect.enable')}
        />
        <Delay word="after" label="Initial delay in seconds" field={shortest} describedBy={describedBy} />
        <Delay word="up to" label="Maximum delay in seconds" field={longest} describedBy={describedBy} />
      </div>
      <FieldNotes
        hintId={hintId}
        errorId={errorId}
        error={shortest.error ?? longest.error ?? ''}
        hint={
          enabled
            ? 'Delay between attempts. Increases after each failure.'
            : 'Tries once, then stays disconnected until you retry.'
        }
      />
    </fieldset>
  );
}

interface DelayProps {
  word: string;
  label: string;
  field: FieldBinding;
  describedBy: string;
}

function Delay({ word, label, field: { error, ...input }, describedBy }: DelayProps) {
  return (
    <span className="reconnect-delay">
      <span aria-hidden>{word}</span>
      <TextInput
        {...input}
        unit="s"
        inputMode="decimal"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined}
      />
    </span>
  );
}
