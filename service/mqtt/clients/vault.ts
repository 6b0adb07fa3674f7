/** Storage of passwords and keys, separate from the clients' file. */
import type { SecretStorage } from '../../contract/index.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';

/** Secrets with the only address they may be sent to. */
export interface StoredSecrets {
  /** In the form of `addressOf`. */
  address: string;
  secrets: ClientSecrets;
}

/** The platform's key store cannot encrypt: it is locked, or access was denied. */
export class KeyStoreError extends Error {}

/** Records are immutable: new secrets get a new record and id. */
export interface SecretVault {
  readonly storage: SecretStorage;
  /** Undefined: no such record. Null: unreadable on this computer. */
  read(id: string): StoredSecrets | null | undefined;
  /**
   * Adds all records, or none.
   * @throws the file system's error; KeyStoreError; Error for an id in use
   */
  add(entries: ReadonlyMap<string, StoredSecrets>): Promise<void>;
  /**
   * Removes all records, or none; ignores unknown ids.
   * @throws the file system's error
   */
  remove(ids: readonly string[]): Promise<void>;
  ids(): readonly string[];
}

/** The receiver of secrets and how it is verified: host (ignoring case), port, TLS, check of the server's name. */
export function addressOf({ fields, advanced }: Pick<ClientConfig, 'fields' | 'advanced'>): string {
  return JSON.stringify([fields.host.toLowerCase(), fields.port, fields.ssl, advanced.check_server_name]);
}
