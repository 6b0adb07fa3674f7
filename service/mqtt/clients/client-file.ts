/** The format of `mqtt-clients.json`. */
import * as z from 'zod';
import { MAX_MQTT_CLIENTS, type MqttImport, mqttImportSchema } from '../../contract/index.ts';
import { certificateErrors } from '../../secrets/certificates.ts';
import { hasFurtherInput, mergeSecrets, type SecretsInput } from '../../secrets/secrets.ts';
import type { SecretVault } from '../../secrets/vault.ts';
import { type ClientConfig, type ClientSecrets, NO_SECRETS } from '../types.ts';
import { parseFields, parseSecrets } from './configs.ts';
import { findConflicts } from './conflicts.ts';
import { addressOf } from './secrets.ts';

/** Also the format of a file to import. */
export type ClientFile = MqttImport;
type StoredClient = ClientFile['mqtt']['clients'][string];

const emptySchema = z.strictObject({ mqtt: z.strictObject({ clients: z.strictObject({}) }) });

/** The schema skips this key, so the next write would discard the client. */
const LOST_KEY = '__proto__';

/** @returns path and message for each invalid client */
function* errorsOf({ mqtt: { clients } }: ClientFile): Iterable<[path: string[], message: string]> {
  const entries = Object.entries(clients);
  if (entries.length > MAX_MQTT_CLIENTS) {
    yield [[], `has ${entries.length} clients, more than ${MAX_MQTT_CLIENTS}`];
    return;
  }
  for (const [identifier, client] of entries) {
    const { ca = '', certificate = '', key = '' } = parseSecrets(client);
    const [problem] = certificateErrors({ ca, certificate, key });
    if (problem) yield [[identifier, ...problem.path.split('.')], problem.message];
  }
  const configs = entries.map(([identifier, client]) => {
    const { fields, advanced } = parseFields(identifier, client);
    return { identifier, fields, advanced, secrets: NO_SECRETS };
  });
  for (const { identifiers, message } of findConflicts(configs)) yield [[identifiers[1], 'name'], message];
}

/**
 * The file as written by this program, by the user or by the vendor's program: missing fields get defaults, secrets
 * in clear text are allowed.
 */
export const clientFileSchema = z.unknown().transform((json, context): ClientFile => {
  const refuse = (path: PropertyKey[], message: string): void => {
    context.issues.push({ code: 'custom', path, message, input: json });
  };
  const clients = (json as { mqtt?: { clients?: unknown } } | null)?.mqtt?.clients;
  if (typeof clients === 'object' && clients !== null && Object.hasOwn(clients, LOST_KEY)) {
    refuse(['mqtt', 'clients', LOST_KEY], 'the identifier is reserved');
    return z.NEVER;
  }
  if (emptySchema.safeParse(json).success) return { mqtt: { clients: {} } };
  const parsed = mqttImportSchema.safeParse(json);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) refuse(path, message);
    return z.NEVER;
  }
  for (const [path, message] of errorsOf(parsed.data)) refuse(['mqtt', 'clients', ...path], message);
  return parsed.data;
});

export interface ReadClient {
  config: ClientConfig;
  /** Id of its record in the vault; undefined if there is none. */
  record: string | undefined;
  /** Has secrets in clear text, which must be moved to the vault. */
  isClear: boolean;
}

/** Secrets are null if their record is unreadable. */
export function readClients({ mqtt: { clients } }: ClientFile, vault: Pick<SecretVault, 'read'>): ReadClient[] {
  return Object.entries(clients).map(([identifier, client]) => {
    const place = parseFields(identifier, client);
    const { secret } = client;
    const given = parseSecrets(client);
    const isClear = given.password !== undefined || hasFurtherInput(given);
    const stored = secret === undefined ? NO_SECRETS : usableSecrets(vault, secret, addressOf(place), given);
    const secrets = isClear ? mergeSecrets(stored ?? NO_SECRETS, given) : stored;
    return { config: { identifier, ...place, secrets }, record: secret, isClear };
  });
}

/** A record for another address or authority is not used: the file was edited. */
function usableSecrets(
  vault: Pick<SecretVault, 'read'>,
  id: string,
  address: string,
  { ca }: SecretsInput,
): ClientSecrets | null {
  const record = vault.read(id);
  if (record?.address !== address) return null;
  return ca === undefined || ca === record.secrets.ca ? record.secrets : null;
}

/** @param records ids of the clients' records, where they have one */
export function clientFile(clients: Iterable<ClientConfig>, records: ReadonlyMap<string, string>): ClientFile {
  const entries = [...clients].map(({ identifier, fields, advanced }): [string, StoredClient] => {
    const secret = records.get(identifier);
    return [identifier, { ...fields, advanced, ...(secret !== undefined && { secret }) }];
  });
  return { mqtt: { clients: Object.fromEntries(entries) } };
}
