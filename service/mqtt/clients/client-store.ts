/** The configured MQTT clients: read once, changed one request at a time, written crash-safe. */

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MAX_MQTT_CLIENTS } from '../../contract/index.ts';
import { hasSecrets, sameSecrets } from '../../secrets/secrets.ts';
import { KeyStoreError, type SecretVault, type StoredSecrets } from '../../secrets/vault.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { JsonFile, parseWith } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { ClientConfig, Clients } from '../types.ts';
import { type ClientFile, clientFile, clientFileSchema, readClients } from './client-file.ts';
import { addressOf } from './secrets.ts';

/** Prefix of our records' ids; other records in the vault are not removed. */
const RECORD_PREFIX = 'mqtt-';

/** Ids of the clients' records, by identifier. */
export type SecretRecordIds = ReadonlyMap<string, string>;

function newId(): string {
  return RECORD_PREFIX + randomBytes(12).toString('hex');
}

/** Whether a client's record is still valid. */
function fits(before: ClientConfig, after: ClientConfig): boolean {
  if (!before.secrets || !after.secrets) return before.secrets === after.secrets;
  return sameSecrets(before.secrets, after.secrets) && addressOf(before) === addressOf(after);
}

/**
 * The record of each client. Unchanged secrets and address keep the record; a client that waits for its secrets
 * keeps the reference to an unreadable or missing record, and so continues to wait.
 * @returns the new references, and the records to add before they are used
 */
export function assignSecretRecords(
  before: Clients,
  records: SecretRecordIds,
  after: Iterable<ClientConfig>,
): { records: SecretRecordIds; added: ReadonlyMap<string, StoredSecrets> } {
  const planned = new Map<string, string>();
  const added = new Map<string, StoredSecrets>();
  for (const config of after) {
    const { identifier, secrets } = config;
    if (secrets && !hasSecrets(secrets)) continue;
    const known = before.get(identifier);
    const record = known && fits(known, config) ? records.get(identifier) : undefined;
    const id = record ?? newId();
    planned.set(identifier, id);
    if (secrets && record === undefined) added.set(id, { address: addressOf(config), secrets });
  }
  return { records: planned, added };
}

export const CLIENTS_FILE = 'mqtt-clients.json';

export interface ClientStoreOptions {
  dataDir: string;
  vault: SecretVault;
  logger: Logger;
}

/** In code-unit order of the identifiers. */
function inOrder(clients: Iterable<readonly [string, ClientConfig]>): Clients {
  return new Map([...clients].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export interface ClientsChange {
  before: Clients;
  after: Clients;
}

/** @throws MensuraError `internal` for a file that the next start would set aside, which would discard all clients */
function requireReadable(file: ClientFile): void {
  const [issue] = clientFileSchema.safeParse(file).error?.issues ?? [];
  if (!issue) return;
  throw new MensuraError(
    'internal',
    `Cannot save clients that would be unreadable at the next start: ${issue.path.join('.')}: ${issue.message}.`,
  );
}

/**
 * Writes a change in three steps; a crash between them leaves a consistent state: add new secrets under new ids,
 * replace the clients' file, remove unreferenced records.
 */
export class ClientStore {
  /** Emitted when a change is saved, before its request returns. */
  readonly events: Emitter<{ changed: ClientsChange }>;
  readonly #file: JsonFile<typeof clientFileSchema>;
  readonly #vault: SecretVault;
  readonly #logger: Logger;
  #clients: Clients = new Map();
  #records: SecretRecordIds = new Map();
  /** Set while a damaged file is set aside: it may refer to records that nothing else refers to. */
  #keepsStrays = false;
  readonly #changes = new TaskQueue();

  constructor({ dataDir, vault, logger }: ClientStoreOptions) {
    this.#file = new JsonFile(join(dataDir, CLIENTS_FILE), clientFileSchema, () => ({ mqtt: { clients: {} } }));
    this.#vault = vault;
    this.#logger = logger;
    this.events = new Emitter((error) =>
      logger.error(`listener of the client store failed: ${errorText(error)}`, { error }),
    );
  }

  /** Whether a damaged file is set aside, which the user may restore. */
  get liesDamagedAside(): boolean {
    return this.#keepsStrays;
  }

  /** As saved. */
  get clients(): Clients {
    return this.#clients;
  }

  /**
   * Reads the file and moves secrets in clear text to the vault, which must be started.
   * @returns the problem with the file, if any
   * @throws MensuraError `data-folder-unusable`
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    this.#keepsStrays = await this.#liesAside();
    const read = readClients(this.#file.value, this.#vault);
    this.#clients = inOrder(read.map(({ config }) => [config.identifier, config]));
    this.#records = new Map(
      read.flatMap(({ config, record, isClear }) =>
        record === undefined || isClear ? [] : [[config.identifier, record] as const],
      ),
    );
    for (const { identifier, secrets } of this.#clients.values()) {
      if (!secrets) this.#logger.warn(`cannot read the secrets of client "${identifier}" (enter them again)`);
    }
    const isClear = read.some((client) => client.isClear);
    const unmoved = isClear ? await this.#moveSecrets() : undefined;
    // If secrets could not be moved, the file on disk still refers to its records.
    if (!isClear) await this.#removeStrays([]);
    return damage ?? unmoved;
  }

  /**
   * Changes the clients, one request at a time; effective when written.
   * @throws errors of `make`; MensuraError `storage-failed` if saving fails, `bad-request` for too many clients.
   * Nothing has changed then.
   */
  change(make: (clients: Clients) => Clients): Promise<ClientsChange> {
    return this.#changes.run(async () => {
      const before = this.#clients;
      const after = inOrder(make(before));
      requireClientLimit(after.size);
      await this.#save(after);
      this.events.emit('changed', { before, after });
      return { before, after };
    });
  }

  async #save(after: Clients): Promise<void> {
    const former = this.#records;
    const { records, added } = assignSecretRecords(this.#clients, former, after.values());
    const file = clientFile(after.values(), records);
    requireReadable(file);
    try {
      if (added.size > 0) await this.#vault.add(added);
      await this.#file.update(() => file);
    } catch (error) {
      await this.#withdraw(file, [...added.keys()]);
      throw new MensuraError(
        'storage-failed',
        `Cannot save the MQTT clients; nothing was changed: ${this.#reasonOf(error)}, then try again.`,
        { cause: error },
      );
    }
    this.#clients = after;
    this.#records = records;
    await this.#removeStrays(former.values());
  }

  /** Why saving failed, and the remedy. */
  #reasonOf(error: unknown): string {
    const text = errorText(error);
    return error instanceof KeyStoreError
      ? `the key store rejected the password or key: ${text}. Unlock it, for example by logging in again`
      : `${text}. Check that the disk has free space and that ${dirname(this.#file.path)} is writable`;
  }

  /** Undoes the partial effect of a failed save. */
  async #withdraw(file: ClientFile, added: readonly string[]): Promise<void> {
    try {
      // A write can fail after the new file is in place, if the folder cannot be synced.
      if (await this.#isOnDisk(file)) await this.#file.update((old) => old);
      await this.#vault.remove(added);
    } catch (error) {
      this.#logger.warn(`cannot clean up after a failed change: ${errorText(error)}`);
    }
  }

  async #isOnDisk(file: ClientFile): Promise<boolean> {
    const text = await readFile(this.#file.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
      throw error;
    });
    const parsed = parseWith(clientFileSchema, text);
    return 'value' in parsed && canonicalJson(parsed.value) === canonicalJson(file);
  }

  /** @returns why the file still has secrets in clear text */
  async #moveSecrets(): Promise<string | undefined> {
    try {
      await this.change((clients) => clients);
      this.#logger.info(`moved secrets from ${CLIENTS_FILE} to the secret store`);
      return undefined;
    } catch (error) {
      return `${CLIENTS_FILE} contains plain-text secrets that could not be moved: ${errorText(error)}`;
    }
  }

  /**
   * Removes our records that no client refers to. One that cannot be removed is harmless and retried with the next
   * change or start.
   * @param former records referred to before: while a damaged file is set aside, only these are removed
   */
  async #removeStrays(former: Iterable<string>): Promise<void> {
    const used = new Set(this.#records.values());
    const ours = this.#vault.ids().filter((id) => id.startsWith(RECORD_PREFIX));
    const strays = [...(this.#keepsStrays ? former : ours)].filter((id) => !used.has(id));
    if (strays.length === 0) return;
    try {
      await this.#vault.remove(strays);
    } catch (error) {
      this.#logger.warn(`cannot delete unused secrets: ${errorText(error)}`);
    }
  }

  /** The user may restore a file that was set aside, and it refers to records too. */
  async #liesAside(): Promise<boolean> {
    const names = await readdir(dirname(this.#file.path));
    return names.some((name) => name.startsWith(`${basename(this.#file.path)}.damaged-`));
  }
}

/** @throws MensuraError `bad-request` with the limit */
export function requireClientLimit(count: number): void {
  if (count <= MAX_MQTT_CLIENTS) return;
  throw new MensuraError(
    'bad-request',
    `The limit is ${MAX_MQTT_CLIENTS} MQTT clients; this would be ${count}. Delete some first.`,
  );
}
