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
} from '../contract/index.ts';
import { entryIdPattern } from '../secrets/entries.ts';
import { EntryManager } from '../secrets/entry-manager.ts';
import type { SecretVault } from '../secrets/vault.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { DatabaseBackfill } from './backfill.ts';
import { DATABASE_ENTRIES } from './configs.ts';
import type { DatabaseContext, RunningDatabase } from './running-database.ts';
import { type DatabaseCounts, NO_COUNTS, RM_OPTIONS, statusBeforeRunning } from './status.ts';
import type { DatabaseStore } from './store.ts';
import type { DatabaseConfig } from './types.ts';
import { databaseView } from './views.ts';

export interface DatabaseManagerOptions extends DatabaseContext {
  store: DatabaseStore;
  vault: Pick<SecretVault, 'storage'>;
}

export class DatabaseManager extends EntryManager<
  'database',
  DatabaseConfig,
  DatabaseConfigInput,
  DatabaseView,
  DatabaseStatus,
  DatabaseCounts
> {
  readonly #options: DatabaseManagerOptions;
  /** The latest configuration at work of each database. */
  readonly #running = new Map<string, RunningDatabase>();

  constructor(options: DatabaseManagerOptions) {
    super({
      kind: DATABASE_ENTRIES,
      store: options.store,
      run: async (config, onChange) => {
        const { RunningDatabase } = await import('./running-database.ts');
        const running = new RunningDatabase(config, options, onChange);
        this.#running.set(config.id, running);
        return running;
      },
      statusBeforeRunning,
      noCounts: NO_COUNTS,
      clock: options.clock,
      logger: options.logger,
    });
    this.#options = options;
  }

  /** Deletes the files of databases whose removal was interrupted. Call after the store is read. */
  async prepare(): Promise<void> {
    const { store, folder, logger } = this.#options;
    const pattern = entryIdPattern(DATABASE_ENTRIES);
    if (store.liesDamagedAside) return;
    try {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const orphans = names.filter((name) => pattern.test(name) && !store.configs.has(name));
      for (const name of orphans) await rm(join(folder, name), RM_OPTIONS);
    } catch (error) {
      logger.warn(`cannot delete leftover outbox folders in ${folder}: ${errorText(error)}`);
    }
  }

  list(): Databases {
    const { vault, writesSimulated } = this.#options;
    return { databases: this.views(), secret_storage: vault.storage, simulated_written: writesSimulated };
  }

  /**
   * Tests a configuration without writing readings.
   * @param id of the database whose stored secrets replace omitted ones
   */
  async test(input: DatabaseConfigInput, id: string | undefined, signal: AbortSignal): Promise<DatabaseTestResult> {
    const { clock } = this.#options;
    return this.tested(input, id, async (config) => {
      const { testDatabase } = await import('./connection-test.ts');
      return testDatabase({ config, clock, signal });
    });
  }

  /** @throws MensuraError `conflict` for a disabled database, and while a backfill has not ended; `storage-failed` */
  startBackfill(id: string, input: BackfillInput): Promise<Backfill> {
    const { fields } = this.find(id);
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
    this.find(id);
    return this.#backfillOf(id).cancel();
  }

  /** @throws MensuraError `conflict` while the database starts */
  #backfillOf(id: string): DatabaseBackfill {
    const running = this.#running.get(id);
    if (!running) throw new MensuraError('conflict', `Database ${id} is starting. Try again.`);
    return running.backfill;
  }

  protected override viewOf(config: DatabaseConfig, status: DatabaseStatus): DatabaseView {
    return databaseView(config, status);
  }

  protected override removed(id: string): void {
    this.#running.delete(id);
  }
}
