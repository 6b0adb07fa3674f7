import type { EntityChange, EntityKind } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { ConfigRunner, type RunnerCounts, type RunningConfig } from '../support/config-runner.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { RunnerSet } from '../support/runner-set.ts';
import {
  createEntry,
  disableMoved,
  type Entry,
  type EntryKind,
  entrySecretsNeeded,
  findEntry,
  type IdentifiedEntry,
  putEntry,
  replaceEntries,
} from './entries.ts';
import type { ConfigsChange, SecretConfigs } from './secret-config-store.ts';
import { hasSecrets } from './secrets.ts';

/** Concurrent tests of configurations. */
const MAX_TESTS = 4;

export interface EntryManagerOptions<
  Config extends Entry,
  Input extends { name: string },
  Status,
  Counts extends RunnerCounts,
> {
  kind: EntryKind<Config, Input>;
  store: {
    readonly configs: SecretConfigs<Config>;
    change(make: (configs: SecretConfigs<Config>) => SecretConfigs<Config>): Promise<ConfigsChange<Config>>;
  };
  /** Loads its code on demand: many installations have no entry. @param onChange called when its status may have changed */
  run(config: Config, onChange: () => void): Promise<RunningConfig<Status, Counts>>;
  /** The status of an entry that does not run. @param since milliseconds since 1970 */
  statusBeforeRunning(enabled: boolean, since: number, counts?: Counts): Status;
  noCounts: Counts;
  clock: Clock;
  logger: Logger;
}

/** Configured entries of one kind, such as databases: lists, changes and runs them. */
export abstract class EntryManager<
  Kind extends EntityKind,
  Config extends Entry,
  Input extends { name: string },
  View extends { status: unknown },
  Status,
  Counts extends RunnerCounts,
> {
  readonly events: Emitter<{ changed: EntityChange<Kind> }>;
  readonly #entries: EntryManagerOptions<Config, Input, Status, Counts>;
  readonly #runners: RunnerSet<Config, ConfigRunner<Config, Status, Counts>, View>;
  #tests = 0;

  constructor(options: EntryManagerOptions<Config, Input, Status, Counts>) {
    const { kind, store, statusBeforeRunning, noCounts, clock, logger } = options;
    this.#entries = options;
    this.events = new Emitter((error) => logger.error(`listener failed: ${errorText(error)}`, { error }));
    this.#runners = new RunnerSet({
      createRunner: (id, onChange) =>
        new ConfigRunner<Config, Status, Counts>(
          {
            create: (config, changed) => options.run(config, changed),
            statusBeforeRunning,
            noCounts,
            clock,
            onFailure: (error) => logger.error(`${kind.noun} ${id} failed: ${errorText(error)}`, { error }),
          },
          onChange,
        ),
      viewOf: (id) => {
        const config = store.configs.get(id);
        return config && this.#view(config);
      },
      onChange: (key, view) => {
        if (!view) this.removed(key);
        // The subclass names the kind and its view together.
        this.events.emit('changed', { key, value: view } as unknown as EntityChange<Kind>);
      },
      clock,
    });
  }

  /** The entry as the app API shows it. */
  protected abstract viewOf(config: Config, status: Status): View;

  /** An entry was removed. */
  protected removed(_id: string): void {}

  /** Starts every stored entry. */
  start(): void {
    this.#runners.start(this.#entries.store.configs);
  }

  /** Ends each connection and stores what was not sent. */
  stop(): Promise<void> {
    return this.#runners.stop();
  }

  /** After the computer resumes: retries immediately. */
  wake(): void {
    this.#runners.wake();
  }

  get(id: string): View {
    return this.#view(this.find(id));
  }

  async create(input: Input): Promise<View> {
    let id = '';
    await this.change((configs) => {
      const created = createEntry(this.#entries.kind, configs, input);
      id = created.id;
      return created.after;
    });
    return this.get(id);
  }

  async update(id: string, input: Input): Promise<View> {
    const { kind } = this.#entries;
    await this.change((configs) => putEntry(kind, configs, kind.configOf(id, findEntry(kind, configs, id), input)));
    return this.get(id);
  }

  async setEnabled(id: string, enabled: boolean): Promise<View> {
    await this.change((configs) => {
      const config = findEntry(this.#entries.kind, configs, id);
      return new Map([...configs, [id, { ...config, fields: { ...config.fields, enabled } }]]);
    });
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    await this.change((configs) => {
      findEntry(this.#entries.kind, configs, id);
      return new Map([...configs].filter(([other]) => other !== id));
    });
  }

  /** Restores a recently deleted entry with its secrets. */
  async restore(id: string): Promise<View> {
    const { kind } = this.#entries;
    const config = this.#runners.removed(id);
    if (!config) {
      const text = `Cannot undo the deletion of ${kind.noun} ${id}: it was not recently deleted.`;
      throw new MensuraError('not-found', text);
    }
    await this.change((configs) => putEntry(kind, configs, config));
    return this.get(id);
  }

  /** Retries immediately. */
  connect(id: string): View {
    this.find(id);
    this.#runners.get(id)?.connectNow();
    return this.get(id);
  }

  /** Validates a complete set of entries. @throws MensuraError `bad-request` with paths as in `3.config.name` */
  checkReplacement(entries: readonly IdentifiedEntry<Input>[]): void {
    replaceEntries(this.#entries.kind, this.#entries.store.configs, entries);
  }

  /**
   * Replaces all entries in one write, or none. One that did not send to the same target before is disabled: data must
   * not leave for an address that only a file names.
   * @param withSecrets IDs of the entries that had secrets in the backup's installation
   * @returns notes for the user, in sentences, and what undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(
    entries: readonly IdentifiedEntry<Input>[],
    withSecrets: readonly string[],
  ): Promise<{ notes: string[]; undo: () => Promise<void> }> {
    const { kind } = this.#entries;
    let disabled: string[] = [];
    const { before, after } = await this.change((configs) => {
      const replaced = disableMoved(kind, configs, replaceEntries(kind, configs, entries));
      disabled = replaced.disabled;
      return replaced.after;
    });
    const needed = entrySecretsNeeded(before, after, new Set(withSecrets));
    const notes: string[] = [];
    if (disabled.length > 0) {
      notes.push(
        `These ${kind.plural} were restored disabled; check their addresses, then enable them: ${disabled.join(', ')}.`,
      );
    }
    if (needed.length > 0) {
      notes.push(`Enter the ${kind.secrets} of these ${kind.plural} again: ${needed.join(', ')}.`);
    }
    const undo = async (): Promise<void> => {
      await this.change(() => before);
    };
    return { notes, undo };
  }

  /** IDs of entries with secrets, including unreadable ones. */
  withSecrets(): string[] {
    const configs = [...this.#entries.store.configs.values()];
    return configs.filter(({ secrets }) => !secrets || hasSecrets(secrets)).map(({ id }) => id);
  }

  /** Every password, token, certificate and key, for redaction. */
  secretTexts(): string[] {
    const configs = [...this.#entries.store.configs.values()];
    return configs.flatMap(({ secrets }) => Object.values(secrets ?? {})).filter((text) => text !== '');
  }

  protected views(): View[] {
    return Array.from(this.#entries.store.configs.values(), (config) => this.#view(config));
  }

  /** @throws MensuraError `not-found` */
  protected find(id: string): Config {
    return findEntry(this.#entries.kind, this.#entries.store.configs, id);
  }

  /**
   * Tests a configuration that is not stored.
   * @param id of the entry whose stored secrets replace omitted ones
   * @throws MensuraError `too-many`, `bad-request`, `not-found`
   */
  protected async tested<Result>(
    input: Input,
    id: string | undefined,
    test: (config: Config) => Promise<Result>,
  ): Promise<Result> {
    const { kind } = this.#entries;
    if (this.#tests >= MAX_TESTS) {
      throw new MensuraError(
        'too-many',
        `${MAX_TESTS} ${kind.noun} tests are already running. Wait for one to finish.`,
      );
    }
    const before = id === undefined ? undefined : this.find(id);
    // Stands in for the ID of an entry that is only tested.
    const config = kind.configOf(before?.id ?? `${kind.idPrefix}00000000`, before, input);
    this.#tests += 1;
    try {
      return await test(config);
    } finally {
      this.#tests -= 1;
    }
  }

  /** Saves a change and applies it; does not wait for a server. */
  protected async change(
    make: (configs: SecretConfigs<Config>) => SecretConfigs<Config>,
  ): Promise<ConfigsChange<Config>> {
    const change = await this.#entries.store.change(make);
    this.#runners.apply(change);
    return change;
  }

  #view(config: Config): View {
    const { statusBeforeRunning, clock } = this.#entries;
    const { enabled } = config.fields;
    const status = this.#runners.get(config.id)?.status(enabled) ?? statusBeforeRunning(enabled, clock.now());
    return this.viewOf(config, status);
  }
}
