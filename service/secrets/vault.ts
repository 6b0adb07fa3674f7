/** Storage of passwords and keys, separate from the files of clients and databases. */
import type { SecretStorage } from '../contract/index.ts';
import type { Secrets } from './secrets.ts';

/** Secrets with the only address they may be sent to. */
export interface StoredSecrets {
  /** The receiver and how it is verified, in a form that its owner compares. */
  address: string;
  secrets: Secrets;
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
