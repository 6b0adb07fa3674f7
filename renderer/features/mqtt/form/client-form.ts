/** A client as the form holds it: texts as they are typed, in the same structure as the API's, so that paths are one. */
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

/** A password, certificate or key: null leaves what is stored as it is, an empty text removes it. */
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

/** A stored client, its secrets left as they are. */
export function formOfClient(view: MqttClientView): ClientForm {
  return formOf(view);
}

/** A new client with the defaults of interface.md#mqtt-client. */
export function emptyForm(): ClientForm {
  return formOf({ ...MQTT_DEFAULTS, identifier: '', name: '', advanced: MQTT_ADVANCED_DEFAULTS });
}

/**
 * A new client that does as another does, under a name and identifier of its own. A client id that two share would have
 * the broker throw out one for the other.
 */
export function formOfCopy(view: MqttClientView, names: { name: string; identifier: string }): ClientForm {
  return formOf({ ...view, ...names, advanced: { ...view.advanced, client_id: '' } });
}

/** Left out where nothing is to change. */
function given<Name extends string>(name: Name, secret: Secret): { [Key in Name]?: string } {
  return secret === null ? {} : ({ [name]: secret } as { [Key in Name]: string });
}

/** What the form says, as the API takes it. Numbers that are none are NaN: the API's own schemas refuse them. */
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

/** What a form says, as one text: whether two say the same. */
export function formText(form: ClientForm): string {
  return JSON.stringify([form.identifier, inputOfForm(form)]);
}

/** What a client is configured to, as one text: whether two are the same. Being switched on or off is not part of it. */
export function configurationText(view: MqttClientView): string {
  const { ca, certificate, key_set } = view.advanced;
  const fields = inputOfForm(formOfClient({ ...view, advanced: { ...view.advanced, enabled: true } }));
  const stored = [ca, certificate].map((summary) => summary && [summary.subject, summary.issuer, summary.valid_to]);
  return JSON.stringify([fields, view.password_set, key_set, stored]);
}
