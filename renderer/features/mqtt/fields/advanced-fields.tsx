import { useWatch } from 'react-hook-form';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { SelectField } from '../../../components/form/select-field.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import type { ClientForm } from '../form/client-form.ts';
import { REENTER_KEY, secretsToEnter } from '../form/secrets.ts';
import { PemField } from './pem-field.tsx';
import { useField, useSwitch } from './use-field.ts';

const QOS = [
  { value: '0', word: '0: at most once' },
  { value: '1', word: '1: at least once' },
  { value: '2', word: '2: exactly once' },
];

const LAYOUTS = [
  { value: 'device', word: 'One message per device' },
  { value: 'channel', word: 'One message per channel' },
  { value: 'both', word: 'Both' },
];

/** @param stored null for a new client */
export function AdvancedFields({ stored }: { stored: MqttClientView | null }) {
  return (
    <>
      <div className="form-grid">
        {stored ? <FixedIdentifier identifier={stored.identifier} /> : <IdentifierField />}
        <TextField
          label="Client ID"
          mono
          placeholder="Generated"
          {...useField('advanced.client_id')}
          hint="Client ID sent to the broker. Leave empty to generate a permanent one."
        />
        <SelectField label="Quality of service (QoS)" options={QOS} {...useField('advanced.qos')} />
        <SelectField label="Message layout" options={LAYOUTS} {...useField('advanced.layout')} />
        <HomeAssistant />
        {!stored && <EnabledField />}
      </div>
      <Certificates stored={stored} />
    </>
  );
}

function FixedIdentifier({ identifier }: { identifier: string }) {
  return (
    <div className="form-field">
      <span className="form-label">Identifier</span>
      <p className="form-fixed mono">{identifier}</p>
      <p className="form-hint">Identifies this client in the API and in files. Cannot be changed.</p>
    </div>
  );
}

function IdentifierField() {
  return (
    <TextField
      label="Identifier"
      mono
      {...useField('identifier')}
      hint="Identifies this client in the API and in files. Cannot be changed later."
    />
  );
}

function EnabledField() {
  return (
    <fieldset className="form-group">
      <legend className="form-label">Connection</legend>
      <Switch label="Connect after adding" {...useSwitch('advanced.enabled')} />
    </fieldset>
  );
}

function HomeAssistant() {
  const discovery = useWatch<ClientForm, 'advanced.discovery'>({ name: 'advanced.discovery' });
  return (
    <>
      <fieldset className="form-group">
        <legend className="form-label">Home Assistant</legend>
        <Switch label="Announce channels (MQTT discovery)" {...useSwitch('advanced.discovery')} />
      </fieldset>
      <TextField
        label="Discovery prefix"
        mono
        {...useField('advanced.discovery_prefix')}
        hint={discovery ? 'Home Assistant’s default: homeassistant.' : 'Used only when channels are announced.'}
      />
    </>
  );
}

function Certificates({ stored }: { stored: MqttClientView | null }) {
  const form = useWatch<ClientForm>() as ClientForm;
  const { ca = null, certificate = null, key_set = false } = stored?.advanced ?? {};
  return (
    <section className="form-section" aria-labelledby="mqtt-certificates">
      <h3 id="mqtt-certificates">Certificates</h3>
      {!form.ssl && <p className="form-hint">Certificates are used only with TLS. TLS is off.</p>}
      <Switch label="Verify broker host name" {...useSwitch('advanced.check_server_name')} />
      <PemField
        name="advanced.ca"
        label="CA certificate"
        kind="certificate"
        stored={ca}
        none="None. The broker’s certificate must be issued by a public certificate authority."
      />
      <PemField
        name="advanced.certificate"
        label="Client certificate"
        kind="certificate"
        stored={certificate}
        none="None. The client does not authenticate with a certificate."
      />
      <PemField
        name="advanced.key"
        label="Client private key"
        kind="key"
        stored={key_set}
        none="None."
        warning={secretsToEnter(form, stored).key ? REENTER_KEY : undefined}
      />
    </section>
  );
}
