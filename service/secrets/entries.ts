/** Configured entries of one kind, such as databases: pure functions from the current ones to the new ones. */
import { randomBytes } from 'node:crypto';
import { type FieldError, invalidFields, MensuraError } from '../support/errors.ts';
import type { ConfigWithSecrets, SecretConfigs } from './secret-config-store.ts';
import { hasSecrets, NO_SECRETS, SECRET_NAMES } from './secrets.ts';

export interface Entry extends ConfigWithSecrets {
  /** Assigned by the service. */
  id: string;
  fields: { name: string; enabled: boolean; username: string };
}

/** What distinguishes one kind of entries from another. */
export interface EntryKind<Config extends Entry, Input extends { name: string }> {
  /** As in `database`. */
  noun: string;
  /** As in `databases`. */
  plural: string;
  /** Its secrets, as in `passwords, tokens or keys`. */
  secrets: string;
  /** Precedes the 8 hexadecimal digits of an ID. */
  idPrefix: string;
  max: number;
  /**
   * The entry of a request. Omitted secrets stay, if their address does.
   * @param before undefined for a new one
   * @throws MensuraError `bad-request`
   */
  configOf(id: string, before: Config | undefined, input: Input): Config;
  /** The entry of a backup. Secrets stay with the address they were entered for, and a password with its user. */
  restoredOf(id: string, before: Config | undefined, input: Input): { config: Config; errors: readonly FieldError[] };
  /** Where data is sent: an entry of a backup that was not enabled there before is disabled. */
  targetOf(config: Config): string;
}

/** What an ID of a kind looks like, in files and backups. */
export function entryIdPattern({ idPrefix }: { idPrefix: string }): RegExp {
  return new RegExp(`^${idPrefix}[0-9a-f]{8}$`);
}

/** @throws MensuraError `not-found` */
export function findEntry<Config>(
  { noun }: Pick<EntryKind<Config & Entry, never>, 'noun'>,
  configs: SecretConfigs<Config>,
  id: string,
): Config {
  const config = configs.get(id);
  if (!config) throw new MensuraError('not-found', `No ${noun} with ID ${id}.`);
  return config;
}

/** @throws MensuraError `bad-request` with the limit */
export function requireEntryLimit({ max, plural }: { max: number; plural: string }, count: number): void {
  if (count <= max) return;
  const text = `The limit is ${max} ${plural}; this would be ${count}. Delete some first.`;
  throw new MensuraError('bad-request', text);
}

/** Adds or replaces an entry. @throws MensuraError `conflict` for a name in use */
export function putEntry<Config extends Entry>(
  { noun }: Pick<EntryKind<Config, never>, 'noun'>,
  configs: SecretConfigs<Config>,
  config: Config,
): SecretConfigs<Config> {
  for (const { id, fields } of configs.values()) {
    if (id === config.id || fields.name !== config.fields.name) continue;
    const message = `a ${noun} named "${fields.name}" already exists`;
    throw new MensuraError('conflict', `name: ${message}.`, { errors: [{ path: 'name', message }] });
  }
  return new Map([...configs, [config.id, config]]);
}

/** @returns the new entry's ID, and all entries. @throws MensuraError `bad-request`, `conflict` */
export function createEntry<Config extends Entry, Input extends { name: string }>(
  kind: EntryKind<Config, Input>,
  configs: SecretConfigs<Config>,
  input: Input,
): { id: string; after: SecretConfigs<Config> } {
  requireEntryLimit(kind, configs.size + 1);
  let id: string;
  do id = `${kind.idPrefix}${randomBytes(4).toString('hex')}`;
  while (configs.has(id));
  return { id, after: putEntry(kind, configs, kind.configOf(id, undefined, input)) };
}

/** An entry of a backup. */
export interface IdentifiedEntry<Input> {
  id: string;
  config: Input;
}

/**
 * All entries of a backup instead of the current ones.
 * @throws MensuraError `bad-request` with paths as in `3.config.name`
 */
export function replaceEntries<Config extends Entry, Input extends { name: string }>(
  kind: EntryKind<Config, Input>,
  before: SecretConfigs<Config>,
  entries: readonly IdentifiedEntry<Input>[],
): SecretConfigs<Config> {
  requireEntryLimit(kind, entries.length);
  const errors: FieldError[] = [];
  const after = new Map<string, Config>();
  for (const [index, { id, config: input }] of entries.entries()) {
    const within = (path: string): string => `${index}.config.${path}`;
    const { config, errors: own } = kind.restoredOf(id, before.get(id), input);
    errors.push(...own.map(({ path, message }) => ({ path: within(path), message })));
    if (after.has(id)) errors.push({ path: `${index}.id`, message: `"${id}" is used twice` });
    if ([...after.values()].some(({ fields }) => fields.name === input.name)) {
      errors.push({ path: within('name'), message: `another ${kind.noun} is named "${input.name}"` });
    }
    after.set(id, config);
  }
  if (errors.length > 0) throw invalidFields(errors.slice(0, 20));
  return after;
}

/**
 * Which entries need a secret after all of them were replaced.
 * @param withSecrets IDs of the entries that had secrets in the backup's installation
 * @returns their names
 */
export function entrySecretsNeeded<Config extends Entry>(
  before: SecretConfigs<Config>,
  after: SecretConfigs<Config>,
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

/** Disables those that were not enabled with the same target before. @returns their names too */
export function disableMoved<Config extends Entry>(
  { targetOf }: Pick<EntryKind<Config, never>, 'targetOf'>,
  before: SecretConfigs<Config>,
  wanted: SecretConfigs<Config>,
): { after: SecretConfigs<Config>; disabled: string[] } {
  const disabled: string[] = [];
  const after = new Map<string, Config>();
  for (const [id, config] of wanted) {
    const known = before.get(id);
    const stays = known?.fields.enabled === true && targetOf(known) === targetOf(config);
    const maySend = stays || !config.fields.enabled;
    if (!maySend) disabled.push(config.fields.name);
    after.set(id, maySend ? config : { ...config, fields: { ...config.fields, enabled: false } });
  }
  return { after, disabled };
}
