import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Backfill,
  BackfillInput,
  DatabaseConfigInput,
  DatabaseStatus,
  Databases,
  DatabaseTestResult,
  DatabaseView,
  EntityChange,
} from '../contract/index.ts';
import { hasSecrets } from '../secrets/secrets.ts';
import type { SecretVault } from '../secrets/vault.ts';
import { ConfigRunner, type ConfigRunnerOptions } from '../support/config-runner.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { RunnerSet } from '../support/runner-set.ts';
import type { DatabaseBackfill } from './backfill.ts';
import {
  createDatabase,
  DATABASE_ID,
  databaseConfig,
  databaseSecretsNeeded,
  disableMoved,
  findDatabase,
  type IdentifiedDatabase,
  putDatabase,
  replaceDatabases,
} from './configs.ts';
import type { DatabaseContext, RunningDatabase } from './running-database.ts';
import { type DatabaseCounts, NO_COUNTS, RM_OPTIONS, statusBeforeRunning } from './status.ts';
import type { DatabaseStore } from './store.ts';
import type { DatabaseConfig, DatabaseConfigs } from './types.ts';
import { databaseView } from './views.ts';

/** Concurrent connection tests. */
const MAX_TESTS = 4;

/** Stands in for the ID of a database that is only tested. */
const TEST_ID = 'b00000000';

export interface DatabaseManagerOptions extends DatabaseContext {
  store: DatabaseStore;
  vault: Pick<SecretVault, 'storage'>;
}

type Runner = ConfigRunner<DatabaseConfig, DatabaseStatus, DatabaseCounts>;

export class DatabaseManager {
  readonly events: Emitter<{ changed: EntityChange<'database'> }>;
  readonly #options: DatabaseManagerOptions;
  readonly #runners: RunnerSet<DatabaseConfig, Runner, DatabaseView>;
  /** The latest configuration at work of each database. */
  readonly #running = new Map<string, RunningDatabase>();
  #tests = 0;

  constructor(options: DatabaseManagerOptions) {
    const { store, clock, logger } = options;
    this.#options = options;
    this.events = new Emitter((error) => logger.error(`listener failed: ${errorText(error)}`, { error }));
    this.#runners = new RunnerSet({
      createRunner: (id, onChange) => this.#createRunner(id, onChange),
      viewOf: (id) => {
        const config = store.configs.get(id);
        return config && this.#view(config);
      },
      onChange: (key, value) => {
        if (!value) this.#running.delete(key);
        this.events.emit('changed', { key, value });
      },
      clock,
    });
  }

  /** Deletes the files of databases whose removal was interrupted. Call after the store is read. */
  async prepare(): Promise<void> {
    const { store, folder, logger } = this.#options;
    if (store.liesDamagedAside) return;
    try {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const orphans = names.filter((name) => DATABASE_ID.test(name) && !store.configs.has(name));
      for (const name of orphans) await rm(join(folder, name), RM_OPTIONS);
    } catch (error) {
      logger.warn(`cannot delete leftover outbox folders in ${folder}: ${errorText(error)}`);
    }
  }

  /** Starts every stored database. */
  start(): void {
    this.#runners.start(this.#options.store.configs);
  }

  /** Ends each connection and stores the lines that were not written. */
  stop(): Promise<void> {
    return this.#runners.stop();
  }

  /** After the computer resumes: retries immediately. */
  wake(): void {
    this.#runners.wake();
  }

  list(): Databases {
    const { store, vault, writesSimulated } = this.#options;
    return {
      databases: [...store.configs.values()].map((config) => this.#view(config)),
      secret_storage: vault.storage,
      simulated_written: writesSimulated,
    };
  }

  get(id: string): DatabaseView {
    return this.#view(findDatabase(this.#options.store.configs, id));
  }

  async create(input: DatabaseConfigInput): Promise<DatabaseView> {
    let id = '';
    await this.#change((configs) => {
      const created = createDatabase(configs, input);
      id = created.id;
      return created.after;
    });
    return this.get(id);
  }

  async update(id: string, input: DatabaseConfigInput): Promise<DatabaseView> {
    await this.#change((configs) => putDatabase(configs, databaseConfig(id, findDatabase(configs, id), input)));
    return this.get(id);
  }

  async setEnabled(id: string, enabled: boolean): Promise<DatabaseView> {
    await this.#change((configs) => {
      const config = findDatabase(configs, id);
      return new Map([...configs, [id, { ...config, fields: { ...config.fields, enabled } }]]);
    });
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    await this.#change((configs) => {
      findDatabase(configs, id);
      return new Map([...configs].filter(([other]) => other !== id));
    });
  }

  /** Restores a recently deleted database with its secrets. */
  async restore(id: string): Promise<DatabaseView> {
    const config = this.#runners.removed(id);
    if (!config) {
      throw new MensuraError('not-found', `Cannot undo the deletion of database ${id}: it was not recently deleted.`);
    }
    await this.#change((configs) => putDatabase(configs, config));
    return this.get(id);
  }

  /** Retries immediately. */
  connect(id: string): DatabaseView {
    findDatabase(this.#options.store.configs, id);
    this.#runners.get(id)?.connectNow();
    return this.get(id);
  }

  /**
   * Tests a configuration without writing readings.
   * @param id of the database whose stored secrets replace omitted ones
   */
  async test(input: DatabaseConfigInput, id: string | undefined, signal: AbortSignal): Promise<DatabaseTestResult> {
    const { store, clock } = this.#options;
    if (this.#tests >= MAX_TESTS) {
      throw new MensuraError('too-many', `${MAX_TESTS} database tests are already running. Wait for one to finish.`);
    }
    const before = id === undefined ? undefined : findDatabase(store.configs, id);
    const config = databaseConfig(before?.id ?? TEST_ID, before, input);
    this.#tests += 1;
    try {
      const { testDatabase } = await import('./connection-test.ts');
      return await testDatabase({ config, clock, signal });
    } finally {
      this.#tests -= 1;
    }
  }

  /** Validates a complete set of databases. @throws MensuraError `bad-request` with paths as in `3.config.name` */
  checkReplacement(databases: readonly IdentifiedDatabase[]): void {
    replaceDatabases(this.#options.store.configs, databases);
  }

  /**
   * Replaces all databases in one write, or none. One that was not written to at the same address before is disabled:
   * readings must not leave for an address that only a file names.
   * @param withSecrets IDs of the databases that had secrets in the backup's installation
   * @returns notes for the user, in sentences, and what undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(
    databases: readonly IdentifiedDatabase[],
    withSecrets: readonly string[],
  ): Promise<{ notes: string[]; undo: () => Promise<void> }> {
    let disabled: string[] = [];
    const { before, after } = await this.#change((configs) => {
      const replaced = disableMoved(configs, replaceDatabases(configs, databases));
      disabled = replaced.disabled;
      return replaced.after;
    });
    const needed = databaseSecretsNeeded(before, after, new Set(withSecrets));
    const notes: string[] = [];
    if (disabled.length > 0) {
      notes.push(
        `These databases were restored disabled; check their addresses, then enable them: ${disabled.join(', ')}.`,
      );
    }
    if (needed.length > 0) {
      notes.push(`Enter the passwords, tokens or keys of these databases again: ${needed.join(', ')}.`);
    }
    const undo = async (): Promise<void> => {
      await this.#change(() => before);
    };
    return { notes, undo };
  }

  /** IDs of databases with secrets, including unreadable ones. */
  withSecrets(): string[] {
    const configs = [...this.#options.store.configs.values()];
    return configs.filter(({ secrets }) => !secrets || hasSecrets(secrets)).map(({ id }) => id);
  }

  /** Every password, token, certificate and key, for redaction. */
  secretTexts(): string[] {
    const configs = [...this.#options.store.configs.values()];
    return configs.flatMap(({ secrets }) => Object.values(secrets ?? {})).filter((text) => text !== '');
  }

  /** @throws MensuraError `conflict` for a disabled database, and while a backfill has not ended; `storage-failed` */
  startBackfill(id: string, input: BackfillInput): Promise<Backfill> {
    const { fields } = findDatabase(this.#options.store.configs, id);
    if (!fields.enabled) throw new MensuraError('conflict', `Database "${fields.name}" is disabled. Enable it first.`);
    return this.#backfillOf(id).start(input);
  }

  /** @throws MensuraError `not-found` if there was none since the database was added */
  backfill(id: string): Backfill {
    const { backfill } = this.get(id).status;
    if (!backfill) throw new MensuraError('not-found', `Database ${id} has no backfill.`);
    return backfill;
  }

  /** @throws MensuraError `conflict` if it has ended, `storage-failed` */
  pauseBackfill(id: string, paused: boolean): Promise<Backfill> {
    return this.#backfillOf(id).setPaused(paused);
  }

  /** Without effect on one that has ended. @throws MensuraError `not-found`, `storage-failed` */
  cancelBackfill(id: string): Promise<Backfill> {
    findDatabase(this.#options.store.configs, id);
    return this.#backfillOf(id).cancel();
  }

  /** @throws MensuraError `conflict` while the database starts */
  #backfillOf(id: string): DatabaseBackfill {
    const running = this.#running.get(id);
    if (!running) throw new MensuraError('conflict', `Database ${id} is starting. Try again.`);
    return running.backfill;
  }

  #createRunner(id: string, onChange: () => void): Runner {
    const { clock, logger } = this.#options;
    const options: ConfigRunnerOptions<DatabaseConfig, DatabaseStatus, DatabaseCounts> = {
      // Loaded with the first database: many installations have none.
      create: async (config, changed) => {
        const { RunningDatabase } = await import('./running-database.ts');
        const running = new RunningDatabase(config, this.#options, changed);
        this.#running.set(id, running);
        return running;
      },
      statusBeforeRunning,
      noCounts: NO_COUNTS,
      clock,
      onFailure: (error) => logger.error(`database ${id} failed: ${errorText(error)}`, { error }),
    };
    return new ConfigRunner(options, onChange);
  }

  /** Saves a change and applies it; does not wait for a server. */
  async #change(make: (configs: DatabaseConfigs) => DatabaseConfigs): ReturnType<DatabaseStore['change']> {
    const change = await this.#options.store.change(make);
    this.#runners.apply(change);
    return change;
  }

  #view(config: DatabaseConfig): DatabaseView {
    const { enabled } = config.fields;
    const runner = this.#runners.get(config.id);
    const status = runner?.status(enabled) ?? statusBeforeRunning(enabled, this.#options.clock.now());
    return databaseView(config, status);
  }
}
