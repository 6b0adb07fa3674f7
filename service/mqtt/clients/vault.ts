/** Where passwords and keys are kept, apart from the clients' file; the composition root gives the real one. */
import type { SecretStorage } from '../../contract/index.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';

/** Secrets together with the one address they may be sent to. */
export interface StoredSecrets {
  /** As `addressOf` says it. */
  address: string;
  secrets: ClientSecrets;
}

/** The key store of the platform does not seal what it is given: locked, or denied. */
export class KeyStoreError extends Error {}

/** Records are never changed: new secrets are a new record under a new id. */
export interface SecretVault {
  readonly storage: SecretStorage;
  /** Undefined: there is no such record. Null: it is there, but cannot be read here. */
  read(id: string): StoredSecrets | null | undefined;
  /**
   * Adds all of them, or none.
   * @throws what the file system says; KeyStoreError; Error for an id that is taken
   */
  add(entries: ReadonlyMap<string, StoredSecrets>): Promise<void>;
  /**
   * Removes all of them, or none; an id that no record has is passed over.
   * @throws what the file system says
   */
  remove(ids: readonly string[]): Promise<void>;
  ids(): readonly string[];
}

/**
 * Where a client's secrets are sent, and how it is made sure that they arrive there alone: host (letter case does not
 * count), port, TLS, and the check of the server's name.
 */
export function addressOf({ fields, advanced }: Pick<ClientConfig, 'fields' | 'advanced'>): string {
  return JSON.stringify([fields.host.toLowerCase(), fields.port, fields.ssl, advanced.check_server_name]);
}
