import { isDeepStrictEqual } from 'node:util';
import type {
  ChannelRef,
  EntityChange,
  HistoryResult,
  HistoryStatistics,
  HistoryStorage,
  Marker,
  MarkerInput,
  Markers,
  Run,
  StoredChannels,
} from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import { withDeadline } from '../support/deadline.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import { runQuery } from './query/run-query.ts';
import { runStatisticsOf } from './query/run-statistics.ts';
import { statisticsOf } from './query/statistics.ts';
import { Recorder, type RecorderOptions } from './recorder/recorder.ts';
import { SessionReadings } from './session-readings.ts';
import { StatusPoller } from './status-poller.ts';
import { toStorageInfo } from './storage-info.ts';
import { StoreOpener } from './store-opener.ts';
import { StoreProblems } from './store-problems.ts';
import { type HistoryStore, type Loss, type Retention, StoreError } from './types.ts';

/** Concurrent queries; further ones are refused. */
const MAX_QUERIES = 16;

/** Time to commit the last readings when the service stops, in milliseconds. */
const LAST_COMMIT_MS = 3000;

export interface HistoryConfig {
  /** Record new readings. Stored ones can be queried in any case. */
  record: boolean;
  retention: Retention;
}

export interface HistoryOptions extends Omit<RecorderOptions, 'problems'> {
  store: HistoryStore;
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
}

export class History {
  /** `opened`: the file can be read; also after another one was opened in its place. */
  readonly events: Emitter<{ marker: EntityChange<'marker'>; opened: undefined }>;
  readonly #options: HistoryOptions;
  readonly #problems: StoreProblems;
  readonly #recorder: Recorder;
  /** Of simulated devices, unless they are recorded. */
  readonly #session: SessionReadings;
  readonly #opener: StoreOpener;
  readonly #status: StatusPoller;
  /** Queries under way. */
  #queries = 0;
  #config: HistoryConfig = { record: false, retention: { rawDays: 0, minuteDays: 0, maxBytes: 0 } };
  #endings: (() => void)[] = [];

  constructor(options: HistoryOptions) {
    this.#options = options;
    const { store, clock, logger } = options;
    const problems = new StoreProblems(options.registry);
    this.#problems = problems;
    this.events = new Emitter(logListenerErrors(logger));
    this.#recorder = new Recorder({ ...options, problems });
    this.#session = new SessionReadings(options.registry);
    this.#status = new StatusPoller({
      status: () => store.status(),
      onStatus: ({ heldExcess }) => problems.held(heldExcess, this.#config.retention.maxBytes),
      clock,
      logger,
    });
    this.#opener = new StoreOpener({ store, problems, logger, opened: () => this.#opened() });
    this.#endings = [
      store.on('setAside', (file) => problems.setAside(file)),
      store.on('replaced', () => this.events.emit('opened', undefined)),
      store.on('crashed', ({ reason }) => logger.error(`worker exited, restarting: ${reason}`)),
    ];
  }

  /** Direct access to the store, for exports and the alarm log; fails while it is not open. */
  get source(): Pick<HistoryStore, 'read' | 'count' | 'channels' | 'alarms'> {
    const { store } = this.#options;
    const opened = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      await this.#opener.whenOpen();
      return run();
    };
    return {
      read: (...args) => opened(() => store.read(...args)),
      count: (...args) => opened(() => store.count(...args)),
      channels: () => opened(() => store.channels()),
      alarms: {
        put: (...args) => opened(() => store.alarms.put(...args)),
        list: (...args) => opened(() => store.alarms.list(...args)),
      },
    };
  }

  /** The stored runs, as in `HistoryStore`. @throws MensuraError `too-many`, `storage-failed` */
  get runs(): HistoryStore['runs'] {
    return {
      list: (...args) => this.#run(({ runs }) => runs.list(...args)),
      active: () => this.#run(({ runs }) => runs.active()),
      get: (...args) => this.#run(({ runs }) => runs.get(...args)),
      add: (...args) => this.#run(({ runs }) => runs.add(...args)),
      change: (...args) => this.#run(({ runs }) => runs.change(...args)),
      remove: (...args) => this.#run(({ runs }) => runs.remove(...args)),
      restore: (...args) => this.#run(({ runs }) => runs.restore(...args)),
      statistics: (...args) => this.#runStatistics(...args),
      attachment: (...args) => this.#run(({ runs }) => runs.attachment(...args)),
      attach: (...args) => this.#run(({ runs }) => runs.attach(...args)),
      detach: (...args) => this.#run(({ runs }) => runs.detach(...args)),
    };
  }

  /** Imported readings, as in `HistoryStore`: one step at a time, and not limited. @throws MensuraError `storage-failed` */
  get imports(): HistoryStore['imports'] {
    return {
      list: () => this.#access(({ imports }) => imports.list()),
      begin: (...args) => this.#access(({ imports }) => imports.begin(...args)),
      check: (...args) => this.#access(({ imports }) => imports.check(...args)),
      add: (...args) => this.#access(({ imports }) => imports.add(...args)),
      setState: (...args) => this.#access(({ imports }) => imports.setState(...args)),
      parts: (...args) => this.#access(({ imports }) => imports.parts(...args)),
      stuck: (...args) => this.#access(({ imports }) => imports.stuck(...args)),
      removePart: (...args) => this.#access(({ imports }) => imports.removePart(...args)),
      forget: (...args) => this.#access(({ imports }) => imports.forget(...args)),
    };
  }

  get retention(): Retention {
    return this.#config.retention;
  }

  /** Whether new readings are recorded. */
  get isRecording(): boolean {
    return this.#config.record;
  }

  /** Starts recording; readings wait in memory until the store is open. */
  start(config: HistoryConfig): void {
    this.#config = config;
    if (config.record) this.#recorder.start();
    if (!this.#options.recordSimulated) this.#session.start();
    this.#opener.start();
  }

  /** Writes the last gaps and readings, then closes the store. */
  async stop(): Promise<void> {
    const { store, logger } = this.#options;
    this.#session.stop();
    await this.#opener.stop();
    // An opening in progress has started it.
    this.#status.stop();
    await withDeadline(this.#recorder.stop(), LAST_COMMIT_MS, 'The last history commit').catch((error: unknown) =>
      logger.error(errorText(error), { error }),
    );
    for (const end of this.#endings) end();
    this.#endings = [];
    await store.close();
  }

  async change(config: HistoryConfig): Promise<void> {
    const former = this.#config;
    this.#config = config;
    if (config.record && !former.record) this.#recorder.start();
    if (!config.record && former.record) this.#recorder.pause();
    if (this.#opener.isOpen && !isDeepStrictEqual(former.retention, config.retention)) await this.#configure();
  }

  /** Chart points of channels. @param from and `to` in milliseconds since 1970 */
  async query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult> {
    const until = Math.min(to, this.#options.clock.now(), this.#recorder.oldestPending);
    const results = await this.#run(({ query }) => query(channels, { from, to, points }));
    return {
      ...rangeOf(from, to),
      until: new Date(until).toISOString(),
      channels: channels.map((channel, index) => {
        const { unit = '', parts = [] } = results[index] ?? {};
        const session = this.#session.reader(channel);
        if (!session) return { ...channel, unit, parts };
        const newest = runQuery(session, { from, to, points });
        return { ...channel, unit: this.#session.unit(channel) || unit, parts: [...parts, ...newest] };
      }),
    };
  }

  async statistics(channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryStatistics> {
    const results = await this.#run(({ statistics }) => statistics(channels, from, to));
    return {
      ...rangeOf(from, to),
      channels: channels.flatMap((channel, index) => {
        const session = this.#session.reader(channel);
        if (session) return [{ ...channel, unit: this.#session.unit(channel), ...statisticsOf(session, from, to) }];
        const result = results[index];
        return result ? [{ ...channel, ...result }] : [];
      }),
    };
  }

  async channels(): Promise<StoredChannels> {
    return { channels: await this.#run(({ channels }) => channels()) };
  }

  /** Channels of simulated devices whose readings are in memory until the service stops. */
  sessionChannels(): StoredChannels {
    return { channels: this.#session.channels() };
  }

  /** The store's figures are up to about a second old; the counts are current. */
  storage(): HistoryStorage {
    this.#status.requested();
    return this.figures();
  }

  /** The same without querying the disk, for frequent callers. */
  figures(): HistoryStorage {
    const { retention } = this.#config;
    return toStorageInfo(this.#status.latest, this.#recorder.figures, retention, this.#options.clock.now());
  }

  /**
   * What limits lower than the current ones would delete. @throws StoreError, MensuraError if the store cannot be
   * queried
   */
  losses(retention: Retention): Promise<Loss[]> {
    return this.#run(({ losses }) => losses(retention));
  }

  async deleteDevice(device: DeviceKey): Promise<void> {
    await this.#run(({ deleteDevice }) => deleteDevice(device));
    this.#session.delete(device);
  }

  async markers(from: number, to: number, device: string | null): Promise<Markers> {
    return { markers: await this.#run(({ markers }) => markers.list(from, to, device)) };
  }

  async addMarker(marker: MarkerInput): Promise<Marker> {
    return this.#emitMarker(await this.#run(({ markers }) => markers.add(marker)));
  }

  async changeMarker(id: number, marker: MarkerInput): Promise<Marker> {
    return this.#emitMarker(await this.#run(({ markers }) => markers.change(id, marker)));
  }

  async removeMarker(id: number): Promise<void> {
    await this.#run(({ markers }) => markers.remove(id));
    this.events.emit('marker', { key: String(id), value: null });
  }

  /** Channels of simulated devices have readings only in memory. */
  async #runStatistics(
    channels: Run['channels'],
    from: number,
    to: number,
  ): ReturnType<HistoryStore['runs']['statistics']> {
    const { bytes, channels: stored } = await this.#run(({ runs }) => runs.statistics(channels, from, to));
    const found = channels.flatMap((channel, index) => {
      const session = this.#session.reader(channel);
      if (!session) return stored[index] ?? [];
      const unit = this.#session.unit(channel);
      return { ...channel, unit, ...runStatisticsOf(session, from, to, { ...channel, unit }) };
    });
    return { bytes, channels: found };
  }

  #emitMarker(marker: Marker): Marker {
    this.events.emit('marker', { key: String(marker.id), value: marker });
    return marker;
  }

  /** @throws MensuraError `too-many`, `storage-failed`; other errors of the operation as they are */
  async #run<Result>(operation: (store: HistoryStore) => Promise<Result>): Promise<Result> {
    if (this.#queries >= MAX_QUERIES) {
      const text = `${MAX_QUERIES} history queries are already running. Try again when one has ended.`;
      throw new MensuraError('too-many', text);
    }
    this.#queries += 1;
    try {
      return await this.#access(operation);
    } finally {
      this.#queries -= 1;
    }
  }

  /** Without the limit. @throws MensuraError `storage-failed`; other errors of the operation as they are */
  async #access<Result>(operation: (store: HistoryStore) => Promise<Result>): Promise<Result> {
    try {
      await this.#opener.whenOpen();
      return await operation(this.#options.store);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const text = `Cannot access stored readings: ${errorClause(error)}.`;
      throw new MensuraError('storage-failed', text, { cause: error });
    }
  }

  #opened(): void {
    // Otherwise the next commit shows whether the disk works.
    if (this.#recorder.figures.pending === 0) this.#problems.works();
    this.#configure().catch((error: unknown) => {
      this.#options.logger.error(`cannot apply retention: ${errorText(error)}`, { error });
    });
    this.#recorder.storeOpened();
    this.#status.start();
    this.events.emit('opened', undefined);
  }

  async #configure(): Promise<void> {
    await this.#options.store.configure(this.#config.retention);
  }
}

function rangeOf(from: number, to: number): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
