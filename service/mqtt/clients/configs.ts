/** Builds one client from a request, before it joins the others. */
import {
  type ExpertMqttClient,
  MQTT_ADVANCED_DEFAULTS,
  type MqttBackup,
  type MqttClientInput,
  type MqttImport,
  mqttAdvancedSchema,
  nameError,
  withDefaults,
  withMqttDefaults,
} from '../../contract/index.ts';
import { certificateErrors } from '../../secrets/certificates.ts';
import { hasPemInput, type SecretsInput } from '../../secrets/secrets.ts';
import type { FieldError } from '../../support/errors.ts';
import { type ClientConfig, MAX_CLIENT_ID } from '../types.ts';
import { keepsUnreadableSecrets, replacedSecrets, updatedSecrets } from './secrets.ts';

/** A client and its field errors, with paths within the client. */
export interface ValidatedClient {
  config: ClientConfig;
  errors: FieldError[];
}

/** The secrets of an app API body or a file. */
export function parseSecrets({ password, advanced = {} }: MqttClientInput): SecretsInput {
  const { ca, certificate, key, proxy_password } = advanced;
  return { password, ca, certificate, key, proxy_password };
}

/** The fields of an app API body or a file, with defaults. */
export function parseFields(identifier: string, input: MqttClientInput): Pick<ClientConfig, 'fields' | 'advanced'> {
  return { fields: withMqttDefaults(identifier, input), advanced: withDefaults(mqttAdvancedSchema, input.advanced) };
}

/** The name is the prefix of topics, for which not every identifier is valid. */
function missingNameErrors(identifier: string, { name }: { name?: string | undefined }): FieldError[] {
  const problem = name === undefined ? nameError(identifier) : undefined;
  if (!problem) return [];
  return [{ path: 'name', message: `is missing, and the identifier cannot be used as the name: it ${problem}` }];
}

/** Checks fields given without "advanced" against the client's stored options. */
function clientIdErrors({ fields, advanced }: Pick<ClientConfig, 'fields' | 'advanced'>): FieldError[] {
  if (fields.protocol_version !== 3 || advanced.client_id.length <= MAX_CLIENT_ID) return [];
  const message = `3 (MQTT 3.1) allows client IDs of at most ${MAX_CLIENT_ID} characters, got ${advanced.client_id.length}`;
  return [{ path: 'protocol_version', message }];
}

/**
 * The app API: omitted fields get defaults, except secrets.
 * @param before undefined for a new client
 */
export function appConfig(
  identifier: string,
  before: ClientConfig | undefined,
  input: MqttClientInput,
): ValidatedClient {
  const place = parseFields(identifier, input);
  const { secrets, errors } = updatedSecrets(before, place, parseSecrets(input));
  return {
    config: { identifier, ...place, secrets },
    errors: [...missingNameErrors(identifier, input), ...errors],
  };
}

/**
 * The expert operation sets the fields of interface.md#mqtt-client; fields of the app API stay.
 * @param password how to treat an omitted one
 */
export function expertConfig(
  identifier: string,
  before: ClientConfig | undefined,
  input: ExpertMqttClient,
  password: 'empty' | 'stays' = 'empty',
): ValidatedClient {
  const place = {
    fields: withMqttDefaults(identifier, input),
    advanced: before?.advanced ?? MQTT_ADVANCED_DEFAULTS,
  };
  const secrets = replacedSecrets(before, place, { password: input.password }, password);
  return { config: { identifier, ...place, secrets }, errors: clientIdErrors(place) };
}

/**
 * A backup is complete: omitted fields get defaults. Secrets stay with the address they were entered for, and a
 * password with its user.
 */
export function restoredConfig(
  identifier: string,
  before: ClientConfig | undefined,
  input: MqttBackup['mqtt']['clients'][string],
): ValidatedClient {
  const place = parseFields(identifier, input);
  const given = parseSecrets(input);
  const password = before?.fields.username === place.fields.username ? 'stays' : 'empty';
  const secrets = keepsUnreadableSecrets(before, place, given) ? null : replacedSecrets(before, place, given, password);
  return {
    config: { identifier, ...place, secrets },
    errors: secrets && hasPemInput(given) ? certificateErrors(secrets) : [],
  };
}

/**
 * A file: as the expert operation, but an omitted password stays if the address does, since exports have none.
 * "advanced" replaces all of it.
 */
export function importedConfig(
  identifier: string,
  before: ClientConfig | undefined,
  input: MqttImport['mqtt']['clients'][string],
): ValidatedClient {
  if (!input.advanced) return expertConfig(identifier, before, input, 'stays');
  const place = parseFields(identifier, input);
  const given = parseSecrets(input);
  const secrets = replacedSecrets(before, place, given, 'stays');
  return {
    config: { identifier, ...place, secrets },
    errors: hasPemInput(given) ? certificateErrors(secrets) : [],
  };
}
