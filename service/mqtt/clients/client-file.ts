/** The form of `mqtt-clients.json`: what it may have in it, and how clients are read from it and written to it. */
import * as z from 'zod';
import { MAX_MQTT_CLIENTS, type MqttImport, mqttImportSchema } from '../../contract/index.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';
import { certificateErrors } from './certificates.ts';
import { parseFields, parseSecrets } from './configs.ts';
import { findConflicts } from './conflicts.ts';
import { hasPemInput, mergeSecrets, NO_SECRETS, type SecretsInput } from './secrets.ts';
import { addressOf, type SecretVault } from './vault.ts';

/** What the file has in it; the same as a file to import. */
export type ClientFile = MqttImport;
type StoredClient = ClientFile['mqtt']['clients'][string];

const emptySchema = z.strictObject({ mqtt: z.strictObject({ clients: z.strictObject({}) }) });

/** The schema passes over this key, and the next write would lose the client. */
const LOST_KEY = '__proto__';

/** @returns a path and a message for each client that cannot be there as it is */
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
 * The file as this program writes it, or as a user or the vendor's program wrote it and put it in its place: what is
 * missing has its default, passwords and certificates may stand in it.
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

/** A client as it was read: where its secrets are kept, and whether some stood in the file itself. */
export interface ReadClient {
  config: ClientConfig;
  /** The id of the record that the client refers to; undefined where there is none. */
  record: string | undefined;
  /** Whether there are secrets in clear text, to be moved to the vault. */
  isClear: boolean;
}

/** The clients of a file, with their secrets as far as they can be read here. */
export function readClients({ mqtt: { clients } }: ClientFile, vault: Pick<SecretVault, 'read'>): ReadClient[] {
  return Object.entries(clients).map(([identifier, client]) => {
    const place = parseFields(identifier, client);
    const { secret } = client;
    const given = parseSecrets(client);
    const isClear = given.password !== undefined || hasPemInput(given);
    const stored = secret === undefined ? NO_SECRETS : usableSecrets(vault, secret, addressOf(place), given);
    const secrets = isClear ? mergeSecrets(stored ?? NO_SECRETS, given) : stored;
    return { config: { identifier, ...place, secrets }, record: secret, isClear };
  });
}

/** A record that was made for another address, or for another authority to trust, is not used: somebody edited the file. */
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

/** @param records the id of each client's record, for those that have one */
export function clientFile(clients: Iterable<ClientConfig>, records: ReadonlyMap<string, string>): ClientFile {
  const entries = [...clients].map(({ identifier, fields, advanced }): [string, StoredClient] => {
    const secret = records.get(identifier);
    return [identifier, { ...fields, advanced, ...(secret !== undefined && { secret }) }];
  });
  return { mqtt: { clients: Object.fromEntries(entries) } };
}
