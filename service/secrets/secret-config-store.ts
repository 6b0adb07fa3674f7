/** Configurations with secrets: read once, changed one request at a time, written crash-safe. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';
import { canonicalJson } from '../support/canonical-json.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { JsonFile, parseWith } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { TaskQueue } from '../support/task-queue.ts';
import { hasSecrets, type Secrets, sameSecrets } from './secrets.ts';
import { KeyStoreError, type SecretVault, type StoredSecrets } from './vault.ts';

/** Ids of the configurations' records, by key. */
export type SecretRecordIds = ReadonlyMap<string, string>;

export interface ConfigWithSecrets {
  /** Null: the secrets are unreadable on this computer and must be entered again. */
  secrets: Secrets | null;
}

export type SecretConfigs<Config> = ReadonlyMap<string, Config>;

/** A configuration as read from its file. */
export interface ReadConfig<Config> {
  key: string;
  config: Config;
  /** Id of its record in the vault; undefined if there is none. */
  record: string | undefined;
  /** Has secrets in clear text, which must be moved to the vault. */
  isClear: boolean;
}

/** What distinguishes one file of configurations from another. */
export interface SecretConfigFormat<Config extends ConfigWithSecrets, Schema extends z.ZodType> {
  /** In the data folder. */
  fileName: string;
  schema: Schema;
  empty(): z.output<Schema>;
  /** As in `the MQTT clients`. */
  noun: string;
  /** Prefix of our records' ids; other records in the vault are not removed. */
  recordPrefix: string;
  read(file: z.output<Schema>, vault: Pick<SecretVault, 'read'>): readonly ReadConfig<Config>[];
  /** @param records ids of the configurations' records, where they have one */
  write(configs: SecretConfigs<Config>, records: SecretRecordIds): z.output<Schema>;
  /** The receiver of secrets and how it is verified. */
  addressOf(config: Config): string;
  inOrder(configs: Iterable<readonly [string, Config]>): SecretConfigs<Config>;
  /** @throws MensuraError `bad-request` with the limit */
  requireLimit(count: number): void;
}

type Addressed<Config> = Pick<SecretConfigFormat<Config & ConfigWithSecrets, z.ZodType>, 'addressOf' | 'recordPrefix'>;

function newId(prefix: string): string {
  return prefix + randomBytes(12).toString('hex');
}

/** Whether a record is still valid. */
function fits<Config extends ConfigWithSecrets>(
  { addressOf }: Pick<Addressed<Config>, 'addressOf'>,
  before: Config,
  after: Config,
): boolean {
  if (!before.secrets || !after.secrets) return before.secrets === after.secrets;
  return sameSecrets(before.secrets, after.secrets) && addressOf(before) === addressOf(after);
}

/**
 * The record of each configuration. Unchanged secrets and address keep the record; one that waits for its secrets
 * keeps the reference to an unreadable or missing record, and so continues to wait.
 * @returns the new references, and the records to add before they are used
 */
export function assignSecretRecords<Config extends ConfigWithSecrets>(
  format: Addressed<Config>,
  before: SecretConfigs<Config>,
  records: SecretRecordIds,
  after: SecretConfigs<Config>,
): { records: SecretRecordIds; added: ReadonlyMap<string, StoredSecrets> } {
  const planned = new Map<string, string>();
  const added = new Map<string, StoredSecrets>();
  for (const [key, config] of after) {
    const { secrets } = config;
    if (secrets && !hasSecrets(secrets)) continue;
    const known = before.get(key);
    const record = known && fits(format, known, config) ? records.get(key) : undefined;
    const id = record ?? newId(format.recordPrefix);
    planned.set(key, id);
    if (secrets && record === undefined) added.set(id, { address: format.addressOf(config), secrets });
  }
  return { records: planned, added };
}

export interface SecretConfigStoreOptions {
  dataDir: string;
  vault: SecretVault;
  logger: Logger;
}

export interface ConfigsChange<Config> {
  before: SecretConfigs<Config>;
  after: SecretConfigs<Config>;
}

/** @throws MensuraError `internal` for a file that the next start would set aside, which would discard everything */
function requireReadable(schema: z.ZodType, noun: string, file: unknown): void {
  const [issue] = schema.safeParse(file).error?.issues ?? [];
  if (!issue) return;
  throw new MensuraError(
    'internal',
    `Cannot save ${noun} that would be unreadable at the next start: ${issue.path.join('.')}: ${issue.message}.`,
  );
}

/**
 * Writes a change in three steps; a crash between them leaves a consistent state: add new secrets under new ids,
 * replace the file, remove unreferenced records.
 */
export class SecretConfigStore<Config extends ConfigWithSecrets, Schema extends z.ZodType> {
  /** Emitted when a change is saved, before its request returns. */
  readonly events: Emitter<{ changed: ConfigsChange<Config> }>;
  readonly #format: SecretConfigFormat<Config, Schema>;
  readonly #file: JsonFile<Schema>;
  readonly #vault: SecretVault;
  readonly #logger: Logger;
  #configs: SecretConfigs<Config> = new Map();
  #records: SecretRecordIds = new Map();
  /** Set while a damaged file is set aside: it may refer to records that nothing else refers to. */
  #keepsStrays = false;
  readonly #changes = new TaskQueue();

  constructor(format: SecretConfigFormat<Config, Schema>, { dataDir, vault, logger }: SecretConfigStoreOptions) {
    this.#format = format;
    this.#file = new JsonFile(join(dataDir, format.fileName), format.schema, () => format.empty());
    this.#vault = vault;
    this.#logger = logger;
    this.events = new Emitter((error) =>
      logger.error(`listener of the store of ${format.noun} failed: ${errorText(error)}`, { error }),
    );
  }

  /** Whether a damaged file is set aside, which the user may restore. */
  get liesDamagedAside(): boolean {
    return this.#keepsStrays;
  }

  /** As saved. */
  get configs(): SecretConfigs<Config> {
    return this.#configs;
  }

  /**
   * Reads the file and moves secrets in clear text to the vault, which must be started.
   * @returns the problem with the file, if any
   * @throws MensuraError `data-folder-unusable`
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    this.#keepsStrays = await this.#liesAside();
    const read = this.#format.read(this.#file.value, this.#vault);
    this.#configs = this.#format.inOrder(read.map(({ key, config }) => [key, config]));
    this.#records = new Map(
      read.flatMap(({ key, record, isClear }) => (record === undefined || isClear ? [] : [[key, record] as const])),
    );
    for (const [key, { secrets }] of this.#configs) {
      if (!secrets) this.#logger.warn(`cannot read the secrets of "${key}" (enter them again)`);
    }
    const isClear = read.some((entry) => entry.isClear);
    const unmoved = isClear ? await this.#moveSecrets() : undefined;
    // If secrets could not be moved, the file on disk still refers to its records.
    if (!isClear) await this.#removeStrays([]);
    return damage ?? unmoved;
  }

  /**
   * Changes the configurations, one request at a time; effective when written.
   * @throws errors of `make`; MensuraError `storage-failed` if saving fails, `bad-request` for too many.
   * Nothing has changed then.
   */
  change(make: (configs: SecretConfigs<Config>) => SecretConfigs<Config>): Promise<ConfigsChange<Config>> {
    return this.#changes.run(async () => {
      const before = this.#configs;
      const after = this.#format.inOrder(make(before));
      this.#format.requireLimit(after.size);
      await this.#save(after);
      this.events.emit('changed', { before, after });
      return { before, after };
    });
  }

  async #save(after: SecretConfigs<Config>): Promise<void> {
    const former = this.#records;
    const { records, added } = assignSecretRecords(this.#format, this.#configs, former, after);
    const file = this.#format.write(after, records);
    requireReadable(this.#format.schema, this.#format.noun, file);
    try {
      if (added.size > 0) await this.#vault.add(added);
      await this.#file.update(() => file);
    } catch (error) {
      await this.#withdraw(file, [...added.keys()]);
      throw new MensuraError(
        'storage-failed',
        `Cannot save ${this.#format.noun}; nothing was changed: ${this.#reasonOf(error)}, then try again.`,
        { cause: error },
      );
    }
    this.#configs = after;
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
  async #withdraw(file: z.output<Schema>, added: readonly string[]): Promise<void> {
    try {
      // A write can fail after the new file is in place, if the folder cannot be synced.
      if (await this.#isOnDisk(file)) await this.#file.update((old) => old);
      await this.#vault.remove(added);
    } catch (error) {
      this.#logger.warn(`cannot clean up after a failed change: ${errorText(error)}`);
    }
  }

  async #isOnDisk(file: z.output<Schema>): Promise<boolean> {
    const text = await readFile(this.#file.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
      throw error;
    });
    const parsed = parseWith(this.#format.schema, text);
    return 'value' in parsed && canonicalJson(parsed.value) === canonicalJson(file);
  }

  /** @returns why the file still has secrets in clear text */
  async #moveSecrets(): Promise<string | undefined> {
    try {
      await this.change((configs) => configs);
      this.#logger.info(`moved secrets from ${this.#format.fileName} to the secret store`);
      return undefined;
    } catch (error) {
      return `${this.#format.fileName} contains plain-text secrets that could not be moved: ${errorText(error)}`;
    }
  }

  /**
   * Removes our records that no configuration refers to. One that cannot be removed is harmless and retried with the next
   * change or start.
   * @param former records referred to before: while a damaged file is set aside, only these are removed
   */
  async #removeStrays(former: Iterable<string>): Promise<void> {
    const used = new Set(this.#records.values());
    const ours = this.#vault.ids().filter((id) => id.startsWith(this.#format.recordPrefix));
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
