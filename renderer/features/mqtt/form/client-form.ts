/** Form values are the typed texts, structured as in the API so that paths match. */
import {
  MQTT_ADVANCED_DEFAULTS,
  MQTT_DEFAULTS,
  type MqttAdvanced,
  type MqttClientFields,
  type MqttClientInput,
  type MqttClientView,
  type MqttLayout,
} from '../../../../service/contract/index.ts';
import { millisecondsOf, secondsText, wholeNumberOf } from '../../../data/format/durations.ts';

/** Null keeps the stored secret; an empty text deletes it. */
export type Secret = string | null;

export interface ClientForm {
  identifier: string;
  name: string;
  host: string;
  port: string;
  protocol_version: '3' | '4' | '5';
  username: string;
  password: Secret;
  /** In seconds. */
  keep_alive: string;
  clean_session: boolean;
  ssl: boolean;
  reconnect: {
    enable: boolean;
    /** In seconds. */
    min_delay: string;
    /** In seconds. */
    max_delay: string;
  };
  advanced: {
    enabled: boolean;
    qos: '0' | '1' | '2';
    layout: MqttLayout;
    discovery: boolean;
    discovery_prefix: string;
    check_server_name: boolean;
    client_id: string;
    store_and_forward: boolean;
    ca: Secret;
    certificate: Secret;
    key: Secret;
  };
}

type Configuration = MqttClientFields & { identifier: string; advanced: MqttAdvanced };

function formOf({ identifier, advanced, ...fields }: Configuration): ClientForm {
  return {
    identifier,
    name: fields.name,
    host: fields.host,
    port: String(fields.port),
    protocol_version: `${fields.protocol_version}`,
    username: fields.username,
    password: null,
    keep_alive: String(fields.keep_alive),
    clean_session: fields.clean_session,
    ssl: fields.ssl,
    reconnect: {
      enable: fields.reconnect.enable,
      min_delay: secondsText(fields.reconnect.min_delay),
      max_delay: secondsText(fields.reconnect.max_delay),
    },
    advanced: {
      enabled: advanced.enabled,
      qos: `${advanced.qos}`,
      layout: advanced.layout,
      discovery: advanced.discovery,
      discovery_prefix: advanced.discovery_prefix,
      check_server_name: advanced.check_server_name,
      client_id: advanced.client_id,
      store_and_forward: advanced.store_and_forward,
      ca: null,
      certificate: null,
      key: null,
    },
  };
}

/** Secrets stay as they are. */
export function formOfClient(view: MqttClientView): ClientForm {
  return formOf(view);
}

/** Defaults of interface.md#mqtt-client. */
export function emptyForm(): ClientForm {
  return formOf({ ...MQTT_DEFAULTS, identifier: '', name: '', advanced: MQTT_ADVANCED_DEFAULTS });
}

/** Without the client ID: a broker disconnects one of two clients that share it. */
export function formOfCopy(view: MqttClientView, names: { name: string; identifier: string }): ClientForm {
  return formOf({ ...view, ...names, advanced: { ...view.advanced, client_id: '' } });
}

/** Omitted if unchanged. */
function given<Name extends string>(name: Name, secret: Secret): { [Key in Name]?: string } {
  return secret === null ? {} : ({ [name]: secret } as { [Key in Name]: string });
}

/** The form as an API input. Invalid numbers are NaN, which the API's schemas refuse. */
export function inputOfForm(form: ClientForm): MqttClientInput {
  const { advanced, reconnect } = form;
  return {
    name: form.name,
    host: form.host.trim(),
    port: wholeNumberOf(form.port),
    protocol_version: Number(form.protocol_version) as MqttClientFields['protocol_version'],
    username: form.username,
    ...given('password', form.password),
    keep_alive: wholeNumberOf(form.keep_alive, 's'),
    clean_session: form.clean_session,
    ssl: form.ssl,
    reconnect: {
      enable: reconnect.enable,
      min_delay: millisecondsOf(reconnect.min_delay),
      max_delay: millisecondsOf(reconnect.max_delay),
    },
    advanced: {
      enabled: advanced.enabled,
      qos: Number(advanced.qos) as MqttAdvanced['qos'],
      layout: advanced.layout,
      discovery: advanced.discovery,
      discovery_prefix: advanced.discovery_prefix,
      check_server_name: advanced.check_server_name,
      client_id: advanced.client_id.trim(),
      store_and_forward: advanced.store_and_forward,
      ...given('ca', advanced.ca),
      ...given('certificate', advanced.certificate),
      ...given('key', advanced.key),
    },
  };
}

/** Equal for forms with the same meaning. */
export function formText(form: ClientForm): string {
  return JSON.stringify([form.identifier, inputOfForm(form)]);
}

/** Equal for clients with the same configuration, enabled or not. */
export function configurationText(view: MqttClientView): string {
  const { ca, certificate, key_set } = view.advanced;
  const fields = inputOfForm(formOfClient({ ...view, advanced: { ...view.advanced, enabled: true } }));
  const stored = [ca, certificate].map((summary) => summary && [summary.subject, summary.issuer, summary.valid_to]);
  return JSON.stringify([fields, view.password_set, key_set, stored]);
}
