/** One client as a request makes it, before it is put among the others. */
import {
  type ExpertMqttClient,
  MQTT_ADVANCED_DEFAULTS,
  type MqttAdvanced,
  type MqttBackup,
  type MqttClientInput,
  type MqttImport,
  nameError,
  withMqttDefaults,
} from '../../contract/index.ts';
import type { FieldError } from '../../support/errors.ts';
import type { ClientConfig } from '../types.ts';
import { certificateErrors } from './certificates.ts';
import { hasPemInput, keepsUnreadableSecrets, replacedSecrets, type SecretsInput, updatedSecrets } from './secrets.ts';

/** A client and what is wrong with it, by paths within the client. */
export interface ValidatedClient {
  config: ClientConfig;
  errors: FieldError[];
}

/** The longest client id of MQTT 3.1, in characters. */
const MAX_CLIENT_ID_MQTT_3_1 = 23;

function withAdvancedDefaults(given: Partial<Record<keyof MqttAdvanced, unknown>>): MqttAdvanced {
  const names = Object.keys(MQTT_ADVANCED_DEFAULTS) as (keyof MqttAdvanced)[];
  const entries = names.map((name) => [name, given[name] ?? MQTT_ADVANCED_DEFAULTS[name]]);
  return Object.fromEntries(entries) as MqttAdvanced;
}

/** What an app API body or a file says of secrets. */
export function parseSecrets({ password, advanced: { ca, certificate, key } = {} }: MqttClientInput): SecretsInput {
  return { password, ca, certificate, key };
}

/** The fields as an app API body or a file gives them, with the defaults. */
export function parseFields(identifier: string, input: MqttClientInput): Pick<ClientConfig, 'fields' | 'advanced'> {
  return { fields: withMqttDefaults(identifier, input), advanced: withAdvancedDefaults(input.advanced ?? {}) };
}

/** An identifier is not always fit to be a name, which is the prefix of topics. */
function missingNameErrors(identifier: string, { name }: { name?: string | undefined }): FieldError[] {
  const problem = name === undefined ? nameError(identifier) : undefined;
  if (!problem) return [];
  return [{ path: 'name', message: `is missing, and the identifier cannot be used as the name: it ${problem}` }];
}

/** Fields that come without "advanced" must fit what the client has of it. */
function clientIdErrors({ fields, advanced }: Pick<ClientConfig, 'fields' | 'advanced'>): FieldError[] {
  if (fields.protocol_version !== 3 || advanced.client_id.length <= MAX_CLIENT_ID_MQTT_3_1) return [];
  const message = `3 (MQTT 3.1) allows client IDs of at most ${MAX_CLIENT_ID_MQTT_3_1} characters, got ${advanced.client_id.length}`;
  return [{ path: 'protocol_version', message }];
}

/**
 * The app API: everything but the secrets that is left out has its default.
 * @param before the client as it was; undefined for a new one
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
 * The expert operation owns the fields of interface.md#mqtt-client; fields of the app API stay.
 * @param password what becomes of one that is left out
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
 * A backup, which is all there is: what it leaves out has its default. Secrets stay with the address they were given
 * for, and a password with its user.
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
 * A file: as the expert operation, but exports have no passwords, so one that is left out stays where the address does;
 * and where the file says something of "advanced", that replaces all of it.
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
