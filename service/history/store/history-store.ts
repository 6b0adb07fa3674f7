import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Backoff } from '../../support/backoff.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { ImportStore } from '../import/types.ts';
import {
  type Batch,
  type DeclaredChannel,
  type HistoryStore,
  type Retention,
  StoreError,
  type StoreEvents,
} from '../types.ts';
import type { ImportedReadings } from './imported-readings.ts';
import { STORE_LIMITS, type StoreLimits } from './limits.ts';
import {
  type StoreOperation,
  type StoreOperations,
  type StoreReply,
  type StoreRequest,
  type StoreWorkerData,
  unpackError,
} from './messages.ts';
import type { ImportOperation } from './store.ts';

/** Delay before restarting an exited thread. */
const RESTART = { firstMs: 100, longestMs: 30_000 } as const;

/** Lifetime after which the delay starts from `firstMs` again, in milliseconds. */
const STABLE_MS = 60_000;

/** Limit of pending requests. */
const MAX_PENDING = 1000;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface StoreThreadOptions {
  file: URL;
  data: StoreWorkerData;
  events: Emitter<StoreEvents>;
  logger: Logger;
  /** Another thread runs. */
  begunAgain(): void;
}

class StoreThread {
  readonly #options: StoreThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  readonly #restart = new Backoff(RESTART);
  #startedAt = 0;
  #lastId = 0;
  #isStopped = false;
  /** Why the last thread exited. */
  #reason = '';

  constructor(options: StoreThreadOptions) {
    this.#options = options;
  }

  /** @throws StoreError `failed` if the thread does not run; errors of the operation */
  request<Name extends StoreOperation>(
    name: Name,
    ...args: Parameters<StoreOperations[Name]>
  ): Promise<Awaited<ReturnType<StoreOperations[Name]>>> {
    if (!this.#worker && !this.#restart.isPausing && !this.#isStopped) this.#start();
    const worker = this.#worker;
    if (!worker) {
      const why = this.#reason && `: ${this.#reason}`;
      return Promise.reject(new StoreError('failed', `The history worker is not running${why}`));
    }
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.reject(new StoreError('failed', `The history has ${MAX_PENDING} requests in progress`));
    }
    const request: StoreRequest = { id: ++this.#lastId, name, args };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, {
        resolve: (value) => resolve(value as Awaited<ReturnType<StoreOperations[Name]>>),
        reject,
      });
      // Copied, not transferred: an uncommitted batch must remain for the next attempt.
      worker.postMessage(request, []);
    });
  }

  /** Ends the thread for good after all pending requests. May be called twice. */
  async stop(): Promise<void> {
    this.#restart.stop();
    const worker = this.#worker;
    const closed = worker && !this.#isStopped ? this.request('close') : undefined;
    this.#isStopped = true;
    try {
      await closed;
    } finally {
      await worker?.terminate();
    }
  }

  /** If the system refuses a thread, that counts as an immediate exit. */
  #start(): void {
    this.#startedAt = performance.now();
    let worker: Worker;
    try {
      worker = new Worker(this.#options.file, { workerData: this.#options.data });
    } catch (error) {
      this.#ended(errorText(error));
      return;
    }
    this.#worker = worker;
    let reason = 'unexpected exit';
    worker.on('message', (reply: StoreReply) => this.#onReply(reply));
    worker.on('error', (error) => {
      reason = errorText(error);
    });
    worker.once('exit', () => this.#ended(reason));
  }

  #onReply(reply: StoreReply): void {
    if ('setAside' in reply) this.#options.events.emit('setAside', reply.setAside);
    else if ('replaced' in reply) this.#options.events.emit('replaced', undefined);
    else if ('warning' in reply) this.#options.logger.warn(reply.warning);
    else {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if ('error' in reply) pending?.reject(unpackError(reply.error));
      else pending?.resolve(reply.value);
    }
  }

  #ended(reason: string): void {
    this.#worker = undefined;
    this.#reason = reason;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new StoreError('failed', `The history worker exited: ${reason}`));
    if (this.#isStopped) return;
    if (performance.now() - this.#startedAt > STABLE_MS) this.#restart.succeeded();
    this.#restart.later(() => {
      this.#start();
      if (this.#worker) this.#options.begunAgain();
    });
    this.#options.events.emit('crashed', { reason });
  }
}

function importsOf(thread: StoreThread): ImportStore {
  const call =
    <Name extends ImportOperation>(name: Name) =>
    async (...args: Parameters<ImportedReadings[Name]>): Promise<ReturnType<ImportedReadings[Name]>> =>
      (await thread.request('imports', name, args)) as ReturnType<ImportedReadings[Name]>;
  return {
    list: call('list'),
    begin: call('begin'),
    check: call('check'),
    add: call('add'),
    setState: call('setState'),
    parts: call('parts'),
    stuck: call('stuck'),
    removePart: call('removePart'),
    forget: call('forget'),
  };
}

export interface HistoryStoreOptions {
  dataDir: string;
  logger: Logger;
  /** Overrides of the limits, for tests. */
  limits?: Partial<StoreLimits>;
  /** Replaces the worker in tests. */
  worker?: URL;
}

/**
 * The store of a data folder, in `history/history.sqlite`. Its thread runs from the first call until `close`; if it
 * exits, it is restarted with the state of this run.
 */
export function createHistoryStore({ dataDir, logger, limits, worker }: HistoryStoreOptions): HistoryStore {
  const events = new Emitter<StoreEvents>(logListenerErrors(logger));
  const declared = new Map<number, DeclaredChannel>();
  let retention: Retention | undefined;
  let lastBatch = '';
  const thread = new StoreThread({
    file: worker ?? workerFile('history-worker'),
    data: { path: join(dataDir, 'history', 'history.sqlite'), limits: { ...STORE_LIMITS, ...limits } },
    events,
    logger,
    begunAgain: () => {
      const reported = [
        thread.request('open', [...declared.values()], lastBatch),
        ...(retention ? [thread.request('configure', retention)] : []),
      ];
      Promise.all(reported).catch((error: unknown) =>
        logger.warn(`worker restarted, but cannot open its file: ${errorText(error)}`, { error }),
      );
    },
  });
  return {
    on: events.on.bind(events),
    open: () => thread.request('open', []),
    commit: async (batch: Batch) => {
      // Set before the reply: the thread may exit in between.
      lastBatch = batch.id;
      await thread.request('commit', batch);
      for (const channel of batch.declared) declared.set(channel.slot, channel);
    },
    configure: (wanted) => {
      retention = wanted;
      return thread.request('configure', wanted);
    },
    query: (channels, range) => thread.request('query', channels, range),
    statistics: (channels, from, to) => thread.request('statistics', channels, from, to),
    channels: () => thread.request('channels'),
    status: () => thread.request('status'),
    losses: (lowered) => thread.request('losses', lowered),
    read: (channel, from, to, limit) => thread.request('read', channel, from, to, limit),
    count: (channels, from, to) => thread.request('count', channels, from, to),
    deleteDevice: (device) => thread.request('deleteDevice', device),
    markers: {
      list: (from, to, device) => thread.request('listMarkers', from, to, device),
      add: (marker) => thread.request('addMarker', marker),
      change: (id, marker) => thread.request('changeMarker', id, marker),
      remove: (id) => thread.request('removeMarker', id),
    },
    alarms: {
      put: (alarms) => thread.request('putAlarms', alarms),
      list: (query) => thread.request('listAlarms', query),
    },
    runs: {
      list: (query) => thread.request('listRuns', query),
      active: () => thread.request('activeRuns'),
      get: (id) => thread.request('getRun', id),
      add: (run) => thread.request('addRun', run),
      change: (id, run, now) => thread.request('changeRun', id, run, now),
      remove: (id, now, ended) => thread.request('removeRun', id, now, ended),
      restore: (id, now) => thread.request('restoreRun', id, now),
      statistics: (channels, from, to) => thread.request('runStatistics', channels, from, to),
      attachment: (id, name) => thread.request('runAttachment', id, name),
      attach: (id, attachment) => thread.request('attachToRun', id, attachment),
      detach: (id, name) => thread.request('detachFromRun', id, name),
    },
    imports: importsOf(thread),
    close: () => thread.stop(),
  };
}
