/** The MQTT clients that are configured: read once, changed one request after the other, written crash-safe. */

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MAX_MQTT_CLIENTS } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { JsonFile, parseWith } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { ClientConfig } from '../types.ts';
import { type ClientFile, clientFile, clientFileSchema, readClients } from './client-file.ts';
import { hasSecrets, sameSecrets } from './secrets.ts';
import { addressOf, KeyStoreError, type SecretVault, type StoredSecrets } from './vault.ts';

/** The ids of our records begin with it: what else may be in the vault is not ours to remove. */
const RECORD_PREFIX = 'mqtt-';

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

export const CLIENTS_FILE = 'mqtt-clients.json';

/** By identifier, in code-unit order. */
type Clients = ReadonlyMap<string, ClientConfig>;

export interface ClientStoreOptions {
  dataDir: string;
  vault: SecretVault;
  logger: Logger;
}

function inOrder(clients: Iterable<readonly [string, ClientConfig]>): Clients {
  return new Map([...clients].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What a change made of the clients. */
export interface ClientsChange {
  before: Clients;
  after: Clients;
}

/** @throws MensuraError `internal` for what the next start would set aside: that would lose all clients at once */
function requireReadable(file: ClientFile): void {
  const [issue] = clientFileSchema.safeParse(file).error?.issues ?? [];
  if (!issue) return;
  throw new MensuraError(
    'internal',
    `Cannot save clients that would be unreadable at the next start: ${issue.path.join('.')}: ${issue.message}.`,
  );
}

/**
 * A change is written in three steps, and a crash between any two leaves one whole state: the new secrets are added
 * under new ids, the clients' file that refers to them is replaced, the records nobody refers to are removed.
 */
export class ClientStore {
  /** A change was saved; told before the one who asked for it hears that it is done. */
  readonly events: Emitter<{ changed: ClientsChange }>;
  readonly #file: JsonFile<typeof clientFileSchema>;
  readonly #vault: SecretVault;
  readonly #logger: Logger;
  #clients: Clients = new Map();
  #records: SecretRecordIds = new Map();
  /** Set while a damaged file lies aside that may refer to records nobody else refers to. */
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

  /** Whether a damaged file of clients lies aside, which the user may bring back. */
  get liesDamagedAside(): boolean {
    return this.#keepsStrays;
  }

  /** As they are saved. */
  get clients(): Clients {
    return this.#clients;
  }

  /**
   * Reads the file. Secrets that stand in it in clear text are moved to the vault, which has been started.
   * @returns what was wrong with the file, if anything was
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
    // Where secrets could not be moved, the file on disk refers to its records as before.
    if (!isClear) await this.#removeStrays([]);
    return damage ?? unmoved;
  }

  /**
   * Changes the clients; it holds once everything is written. One change after the other, each made of what the one
   * before it left.
   * @throws what `make` throws; MensuraError `storage-failed` when it could not be saved, and `bad-request` for too many
   * clients: then nothing has changed
   */
  change(make: (clients: Clients) => Clients): Promise<ClientsChange> {
    return this.#changes.run(async () => {
      const before = this.#clients;
      const after = inOrder(make(before));
      requireRoom(after.size);
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

  /** Why they could not be saved, and what to do before it is tried again. */
  #reasonOf(error: unknown): string {
    const text = errorText(error);
    return error instanceof KeyStoreError
      ? `the key store rejected the password or key: ${text}. Unlock it, for example by signing in again`
      : `${text}. Check that the disk has free space and that ${dirname(this.#file.path)} is writable`;
  }

  /** Undoes what a failed save may have left on disk. */
  async #withdraw(file: ClientFile, added: readonly string[]): Promise<void> {
    try {
      // A write can fail after the new file is in its place, when the folder cannot be made durable.
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
   * Removes our records that no client refers to. One that cannot be removed does no harm, and is tried again at the
   * next change and the next start.
   * @param former records that the clients referred to before: all that is removed while a damaged file lies aside
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

  /** The user may bring a file back that was set aside: it refers to records too. */
  async #liesAside(): Promise<boolean> {
    const names = await readdir(dirname(this.#file.path));
    return names.some((name) => name.startsWith(`${basename(this.#file.path)}.damaged-`));
  }
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireRoom(count: number): void {
  if (count <= MAX_MQTT_CLIENTS) return;
  throw new MensuraError(
    'bad-request',
    `The limit is ${MAX_MQTT_CLIENTS} MQTT clients; this would be ${count}. Remove some first.`,
  );
}
