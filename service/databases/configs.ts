/** Builds databases from requests: pure functions from the current databases to the new ones. */
import { randomBytes } from 'node:crypto';
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
import {
  keepsUnreadableSecrets,
  replacedSecrets,
  type SecretsAtAddress,
  updatedSecrets,
} from '../secrets/secret-changes.ts';
import { hasPemInput, hasSecrets, NO_SECRETS, SECRET_NAMES, type SecretsInput } from '../secrets/secrets.ts';
import { type FieldError, invalidFields, MensuraError } from '../support/errors.ts';
import type { DatabaseConfig, DatabaseConfigs } from './types.ts';

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

/** An ID of the service; checked in files and backups. */
export const DATABASE_ID = /^b[0-9a-f]{8}$/;

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

/** @throws MensuraError `not-found` */
export function findDatabase(configs: DatabaseConfigs, id: string): DatabaseConfig {
  const config = configs.get(id);
  if (!config) throw new MensuraError('not-found', `No database with ID ${id}.`);
  return config;
}

function freshId(configs: DatabaseConfigs): string {
  let id: string;
  do id = `b${randomBytes(4).toString('hex')}`;
  while (configs.has(id));
  return id;
}

/** @throws MensuraError `conflict` for a name in use */
function requireFreeName(configs: DatabaseConfigs, { id, fields: { name } }: DatabaseConfig): void {
  for (const other of configs.values()) {
    if (other.id === id || other.fields.name !== name) continue;
    const message = `a database named "${name}" already exists`;
    throw new MensuraError('conflict', `name: ${message}.`, { errors: [{ path: 'name', message }] });
  }
}

/** @throws MensuraError `bad-request` with the limit */
export function requireDatabaseLimit(count: number): void {
  if (count <= MAX_DATABASES) return;
  const text = `The limit is ${MAX_DATABASES} databases; this would be ${count}. Delete some first.`;
  throw new MensuraError('bad-request', text);
}

/** Adds or replaces a database. @throws MensuraError `conflict` */
export function putDatabase(configs: DatabaseConfigs, config: DatabaseConfig): DatabaseConfigs {
  requireFreeName(configs, config);
  return new Map([...configs, [config.id, config]]);
}

/** @returns the new database's ID, and all databases. @throws MensuraError `bad-request`, `conflict` */
export function createDatabase(
  configs: DatabaseConfigs,
  input: DatabaseConfigInput,
): { id: string; after: DatabaseConfigs } {
  requireDatabaseLimit(configs.size + 1);
  const id = freshId(configs);
  return { id, after: putDatabase(configs, databaseConfig(id, undefined, input)) };
}

/** A database of a backup. */
export interface IdentifiedDatabase {
  id: string;
  config: DatabaseConfigInput;
}

/**
 * All databases of a backup instead of the current ones. Secrets stay with the address they were entered for, and a
 * password with its user.
 * @throws MensuraError `bad-request` with paths as in `3.config.name`
 */
export function replaceDatabases(before: DatabaseConfigs, entries: readonly IdentifiedDatabase[]): DatabaseConfigs {
  requireDatabaseLimit(entries.length);
  const errors: FieldError[] = [];
  const after = new Map<string, DatabaseConfig>();
  for (const [index, { id, config: input }] of entries.entries()) {
    const within = (path: string): string => `${index}.config.${path}`;
    const { config, errors: own } = restoredDatabase(id, before.get(id), input);
    errors.push(...own.map(({ path, message }) => ({ path: within(path), message })));
    if (after.has(id)) errors.push({ path: `${index}.id`, message: `"${id}" is used twice` });
    if ([...after.values()].some(({ fields }) => fields.name === input.name)) {
      errors.push({ path: within('name'), message: `another database is named "${input.name}"` });
    }
    after.set(id, config);
  }
  if (errors.length > 0) throw invalidFields(errors.slice(0, 20));
  return after;
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

/**
 * Which databases need a password, token, certificate or key after all of them were replaced.
 * @param withSecrets IDs of the databases that had secrets in the backup's installation
 * @returns their names
 */
export function databaseSecretsNeeded(
  before: DatabaseConfigs,
  after: DatabaseConfigs,
  withSecrets: ReadonlySet<string>,
): string[] {
  const needing = [...after.values()].filter(({ id, fields, secrets }) => {
    if (!secrets) return true;
    const known = before.get(id);
    const former = known?.secrets ?? NO_SECRETS;
    if (SECRET_NAMES.some((name) => former[name] !== '' && secrets[name] === '')) return true;
    if (withSecrets.has(id) && !hasSecrets(secrets)) return true;
    // A user without a password: intended if it was so before, otherwise the password was not restored.
    return fields.username !== '' && secrets.password === '' && known?.fields.username !== fields.username;
  });
  return needing.map(({ fields }) => fields.name);
}

/** Disables those that were not enabled at the same address before. @returns their names too */
export function disableMoved(
  before: DatabaseConfigs,
  wanted: DatabaseConfigs,
): { after: DatabaseConfigs; disabled: string[] } {
  const disabled: string[] = [];
  const after = new Map<string, DatabaseConfig>();
  for (const [id, config] of wanted) {
    const known = before.get(id);
    const stays = known !== undefined && known.fields.enabled && known.fields.url === config.fields.url;
    const mayWrite = stays || !config.fields.enabled;
    if (!mayWrite) disabled.push(config.fields.name);
    after.set(id, mayWrite ? config : { ...config, fields: { ...config.fields, enabled: false } });
  }
  return { after, disabled };
}
