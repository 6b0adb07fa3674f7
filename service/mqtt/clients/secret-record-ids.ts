/** Which record of the vault each client refers to. */
import { randomBytes } from 'node:crypto';
import type { ClientConfig } from '../types.ts';
import { hasSecrets, sameSecrets } from './secrets.ts';
import { addressOf, type StoredSecrets } from './vault.ts';

/** The ids of our records begin with it: what else may be in the vault is not ours to remove. */
export const RECORD_PREFIX = 'mqtt-';

/** The ids of clients' records, by identifier. */
export type SecretRecordIds = ReadonlyMap<string, string>;

function newId(): string {
  return RECORD_PREFIX + randomBytes(12).toString('hex');
}

/** Whether a client's record still says what it should. */
function fits(before: ClientConfig, after: ClientConfig): boolean {
  if (!before.secrets || !after.secrets) return before.secrets === after.secrets;
  return sameSecrets(before.secrets, after.secrets) && addressOf(before) === addressOf(after);
}

/**
 * The records of the clients as they are to be. One whose secrets and address did not change keeps its record; one that
 * waits for its secrets refers to the record that cannot be read, or to none that exists, and so goes on waiting.
 * @returns the new references, and the records to be added before they hold
 */
export function assignSecretRecords(
  before: ReadonlyMap<string, ClientConfig>,
  records: SecretRecordIds,
  after: Iterable<ClientConfig>,
): { records: SecretRecordIds; added: ReadonlyMap<string, StoredSecrets> } {
  const planned = new Map<string, string>();
  const added = new Map<string, StoredSecrets>();
  for (const config of after) {
    const { identifier, secrets } = config;
    if (secrets && !hasSecrets(secrets)) continue;
    const known = before.get(identifier);
    const kept = known && fits(known, config) ? records.get(identifier) : undefined;
    const id = kept ?? newId();
    planned.set(identifier, id);
    if (secrets && kept === undefined) added.set(id, { address: addressOf(config), secrets });
  }
  return { records: planned, added };
}
