/** Passwords and keys in a file that only this user can read, encrypted by the platform's key store if there is one. */
import { join } from 'node:path';
import * as z from 'zod';
import type { SecretStorage } from '../contract/index.ts';
import { KeyStoreError, type SecretVault, type StoredSecrets } from '../secrets/vault.ts';
import { errorText } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';

/** The platform's key store, provided by the host. */
export interface SecretEncryption {
  /**
   * @returns base64
   * @throws Error when the key store refuses
   */
  encrypt(text: string): string;
  /** @throws Error when another account or machine encrypted the text, or the key store refuses */
  decrypt(sealed: string): string;
}

export interface SecretStoreOptions {
  dataDir: string;
  /** Undefined without a key store: new secrets are then stored as plain text. */
  encryption?: SecretEncryption | undefined;
  logger: Logger;
}

const plainSchema = z.strictObject({
  address: z.string(),
  secrets: z.strictObject({
    password: z.string(),
    ca: z.string(),
    certificate: z.string(),
    key: z.string(),
    // Records before proxies have none.
    proxy_password: z.string().default(''),
    // Records before destinations have none.
    signing_key: z.string().default(''),
  }),
});

const recordSchema = z.union([z.strictObject({ sealed: z.base64() }), plainSchema]);
type StoredRecord = z.infer<typeof recordSchema>;

/** One file may have both kinds: the desktop app and the headless service share the folder. */
const fileSchema = z.strictObject({
  version: z.literal(1),
  records: z.record(z.string().regex(/^[a-z0-9-]+$/), recordSchema),
});

export class SecretStore implements SecretVault {
  readonly storage: SecretStorage;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #encryption: SecretEncryption | undefined;
  readonly #logger: Logger;

  constructor({ dataDir, encryption, logger }: SecretStoreOptions) {
    this.storage = encryption ? 'key-store' : 'file';
    this.#file = new JsonFile(join(dataDir, 'secrets.json'), fileSchema, () => ({ version: 1 as const, records: {} }));
    this.#encryption = encryption;
    this.#logger = logger;
  }

  /**
   * @returns what was wrong with the file, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  read(id: string): StoredSecrets | null | undefined {
    const { records } = this.#file.value;
    const record = Object.hasOwn(records, id) ? records[id] : undefined;
    return record && 'sealed' in record ? this.#unseal(id, record.sealed) : record;
  }

  async add(entries: ReadonlyMap<string, StoredSecrets>): Promise<void> {
    const added = [...entries].map(([id, entry]) => [id, this.#seal(entry)] as const);
    await this.#file.update(({ version, records }) => {
      for (const [id] of added) {
        if (Object.hasOwn(records, id)) throw new Error(`Secret record ${id} already exists.`);
      }
      return { version, records: { ...records, ...Object.fromEntries(added) } };
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    const removed = new Set(ids);
    if (!this.ids().some((id) => removed.has(id))) return;
    await this.#file.update(({ version, records }) => ({
      version,
      records: Object.fromEntries(Object.entries(records).filter(([id]) => !removed.has(id))),
    }));
  }

  ids(): readonly string[] {
    return Object.keys(this.#file.value.records);
  }

  #seal({ address, secrets }: StoredSecrets): StoredRecord {
    const plain = { address, secrets };
    if (!this.#encryption) return plain;
    try {
      return { sealed: this.#encryption.encrypt(JSON.stringify(plain)) };
    } catch (error) {
      throw new KeyStoreError(errorText(error), { cause: error });
    }
  }

  #unseal(id: string, sealed: string): StoredSecrets | null {
    if (!this.#encryption) return null;
    try {
      return plainSchema.parse(JSON.parse(this.#encryption.decrypt(sealed)));
    } catch {
      // The error is not logged: it may quote the decrypted text.
      this.#logger.warn(`cannot decrypt record ${id} (created by another account or computer)`);
      return null;
    }
  }
}
