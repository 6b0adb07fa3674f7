/** Builds databases from requests and backups. */
import {
  type DatabaseConfigInput,
  type DatabaseFields,
  databaseFieldsSchema,
  databaseInputErrors,
  MAX_DATABASES,
  readingChoiceSchema,
  withDefaults,
} from '../contract/index.ts';
import { certificateErrors } from '../secrets/certificates.ts';
import type { EntryKind } from '../secrets/entries.ts';
import {
  keepsUnreadableSecrets,
  replacedSecrets,
  type SecretsAtAddress,
  updatedSecrets,
} from '../secrets/secret-changes.ts';
import { hasPemInput, type SecretsInput } from '../secrets/secrets.ts';
import { type FieldError, invalidFields } from '../support/errors.ts';
import type { DatabaseConfig } from './types.ts';

/** How requests are authenticated: HTTP basic authentication, a token, or not at all. */
export type Authentication = 'password' | 'token' | 'none';

export function authenticationOf({ kind, username }: Pick<DatabaseFields, 'kind' | 'username'>): Authentication {
  if (kind === 'influxdb2') return 'token';
  if (username !== '') return 'password';
  return kind === 'influxdb1' ? 'none' : 'token';
}

/** The receiver of secrets and how it is verified: the server of the URL, and the check of its name. */
export function addressOf({ fields }: Pick<DatabaseConfig, 'fields'>): string {
  return JSON.stringify([new URL(fields.url).origin, fields.check_server_name]);
}

const MEMBERS = Object.keys(databaseFieldsSchema.shape) as (keyof DatabaseFields)[];

function fieldsOf(input: DatabaseConfigInput): DatabaseFields {
  const members = MEMBERS.map((name) => [name, input[name]]);
  const fields = Object.fromEntries(members) as unknown as DatabaseFields;
  return { ...fields, readings: withDefaults(readingChoiceSchema, input.readings) };
}

/** The secrets of a request; another way to authenticate discards the stored one. */
function givenSecrets(before: DatabaseConfig | undefined, input: DatabaseConfigInput): SecretsInput {
  const { ca, certificate, key } = input;
  const way = authenticationOf(input);
  const given = way === 'none' ? '' : input[way];
  const isOther = before !== undefined && authenticationOf(before.fields) !== way;
  return { password: given ?? (isOther ? '' : undefined), ca, certificate, key };
}

function storedIn(before: DatabaseConfig | undefined): SecretsAtAddress | undefined {
  return before && { address: addressOf(before), secrets: before.secrets };
}

/**
 * A database of a request. Omitted secrets stay, if their address does.
 * @throws MensuraError `bad-request` with paths as in `token`
 */
export function databaseConfig(
  id: string,
  before: DatabaseConfig | undefined,
  input: DatabaseConfigInput,
): DatabaseConfig {
  const fields = fieldsOf(input);
  const password = authenticationOf(fields) === 'token' ? 'token' : 'password';
  const paths = { password, within: '', address: 'the server of the URL' };
  const { secrets, errors } = updatedSecrets(
    storedIn(before),
    addressOf({ fields }),
    givenSecrets(before, input),
    paths,
  );
  if (errors.length > 0) throw invalidFields(errors);
  return { id, fields, secrets };
}

function restoredDatabase(
  id: string,
  before: DatabaseConfig | undefined,
  input: DatabaseConfigInput,
): { config: DatabaseConfig; errors: FieldError[] } {
  const fields = fieldsOf(input);
  const address = addressOf({ fields });
  const given = givenSecrets(before, input);
  const errors: FieldError[] = databaseInputErrors(input);
  const stored = storedIn(before);
  const password = before?.fields.username === fields.username ? 'stays' : 'empty';
  if (keepsUnreadableSecrets(stored, address, given)) return { config: { id, fields, secrets: null }, errors };
  const secrets = replacedSecrets(stored, address, given, password);
  if (hasPemInput(given)) errors.push(...certificateErrors(secrets, ''));
  return { config: { id, fields, secrets }, errors };
}

export const DATABASE_ENTRIES: EntryKind<DatabaseConfig, DatabaseConfigInput> = {
  noun: 'database',
  plural: 'databases',
  secrets: 'passwords, tokens or keys',
  idPrefix: 'b',
  max: MAX_DATABASES,
  configOf: databaseConfig,
  restoredOf: restoredDatabase,
  targetOf: ({ fields }) => fields.url,
};
