/** The settings of a running service. A change applies at once, as a whole or not at all. */
import { join } from 'node:path';
import type { Settings, SettingsInfo } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';
import { MensuraError } from '../support/errors.ts';
import { showsSocketOwners } from '../support/socket-owners.ts';
import { TaskQueue } from '../support/task-queue.ts';
import { SETTINGS_FILE, type ServiceOptions } from './options.ts';
import type { SettingsChange, SettingsStore } from './settings-store.ts';

const PLATFORMS: ReadonlySet<string> = new Set(['linux', 'darwin', 'win32']);

/** A prepared change that can no longer fail, such as to another port, which replies already. */
export interface PreparedChange {
  /** Makes it apply. */
  finish(): void;
  /** Restores the state before the preparation. */
  undo(): Promise<void>;
}

type RunOptions = Partial<Pick<ServiceOptions, 'port' | 'simulate' | 'simulatePeriodMs' | 'discovery' | 'logLevel'>>;

/** The values of this run, of the settings that flags and variables can override. */
function runValues(options: LiveSettingsOptions['options']): { [Name in keyof Settings]?: Settings[Name] | undefined } {
  const { port, simulate, simulatePeriodMs, simulatePublish, discovery, refuseOtherUsers, logLevel } = options;
  return {
    port,
    simulate: simulate !== undefined,
    simulate_usb: simulate?.usb,
    simulate_gateway: simulate?.gateway,
    simulate_period: simulatePeriodMs,
    simulate_publish: simulatePublish,
    discovery,
    refuse_other_users: refuseOtherUsers,
    log_level: logLevel,
  };
}

export interface LiveSettingsOptions {
  store: SettingsStore;
  options: Pick<ServiceOptions, 'dataDir' | 'overridden' | 'simulatePublish' | 'refuseOtherUsers'> & RunOptions;
  /**
   * Prepares the service for another port.
   * @returns undefined if the port does not change
   * @throws MensuraError `conflict`, `bad-request`, `storage-failed`
   */
  preparePort(port: number): Promise<PreparedChange | undefined>;
}

/** Applies changed settings; cannot fail. */
export type ApplySettings = (before: Settings, after: Settings) => Promise<void>;

export class LiveSettings {
  readonly #options: LiveSettingsOptions;
  readonly #started = Promise.withResolvers<void>();
  #apply: ApplySettings = async () => {};
  readonly #changes = new TaskQueue();
  #isStopped = false;
  #origins: { listed: readonly string[]; set: ReadonlySet<string> } = { listed: [], set: new Set() };

  constructor(options: LiveSettingsOptions) {
    this.#options = options;
    void this.#changes.run(() => this.#started.promise);
  }

  /** Also makes the changes requested before the start. */
  start(apply: ApplySettings): void {
    this.#apply = apply;
    this.#started.resolve();
  }

  /** Waits for the change in progress and refuses others. May be called twice, and before the start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#started.resolve();
    await this.#changes.run(() => {});
  }

  get events(): Emitter<{ changed: Settings }> {
    return this.#options.store.events;
  }

  get(): Settings {
    return this.#options.store.get();
  }

  /** Web origins that may use the API. Read at each request; returns the same set while it is unchanged. */
  allowedOrigins(): ReadonlySet<string> {
    const { allowed_origins: listed } = this.get();
    if (listed !== this.#origins.listed) this.#origins = { listed, set: new Set(listed) };
    return this.#origins.set;
  }

  /** What other accounts of this computer may not use in this run. Read at each request. */
  refusedToOtherUsers(): Settings['refuse_other_users'] {
    const { overridden, refuseOtherUsers } = this.#options.options;
    return overridden.refuse_other_users === undefined ? this.get().refuse_other_users : refuseOtherUsers;
  }

  /** Location, overrides, and changed settings that apply at the next start. */
  facts(): SettingsInfo {
    const { dataDir, overridden, simulatePublish } = this.#options.options;
    const isPending = overridden.simulate_publish === undefined && this.get().simulate_publish !== simulatePublish;
    const pending: (keyof Settings)[] = isPending ? ['simulate_publish'] : [];
    const values = Object.entries(runValues(this.#options.options));
    const effective = values.filter(([name]) => name in overridden || pending.some((other) => other === name));
    const { platform } = process;
    return {
      data_folder: dataDir,
      settings_file: join(dataDir, SETTINGS_FILE),
      platform: PLATFORMS.has(platform) ? (platform as SettingsInfo['platform']) : 'other',
      knows_other_users: showsSocketOwners(),
      overridden: { ...overridden },
      effective: Object.fromEntries(effective) as SettingsInfo['effective'],
      pending,
    };
  }

  /**
   * Changes settings; they apply when this resolves. Changes run in order. A setting that a flag or variable overrides
   * in this run is only saved. A new port is open by then, and the previous one stays open until its connections are
   * idle.
   * @throws ZodError for a value that the schema refuses; MensuraError `conflict`, `bad-request`, `storage-failed`:
   * then nothing has changed
   */
  patch(change: SettingsChange): Promise<Settings> {
    return this.#changes.run(() => this.#change(change));
  }

  async #change(change: SettingsChange): Promise<Settings> {
    if (this.#isStopped) throw new MensuraError('conflict', 'The service is stopping. Nothing was changed.');
    const { store, options, preparePort } = this.#options;
    const before = store.get();
    const { port } = store.preview(change);
    const isMove = port !== before.port && options.overridden.port === undefined;
    const move = isMove ? await preparePort(port) : undefined;
    try {
      await store.patch(change);
    } catch (error) {
      await move?.undo();
      throw error;
    }
    move?.finish();
    await this.#apply(before, store.get());
    return store.get();
  }
}
