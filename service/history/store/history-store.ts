import { join } from 'node:path';
import { Emitter } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { Batch, DeclaredChannel, HistoryStore, Retention, StoreEvents } from '../types.ts';
import { STORE_LIMITS, type StoreLimits } from './limits.ts';
import { StoreThread } from './store-thread.ts';

export interface HistoryStoreOptions {
  dataDir: string;
  logger: Logger;
  /** Overrides of the limits, for tests. */
  limits?: Partial<StoreLimits>;
  /** Replaces the worker in tests. */
  worker?: URL;
}

export interface RunningStore extends HistoryStore {
  readonly on: Emitter<StoreEvents>['on'];
}

/**
 * The store of a data folder, in `history/history.sqlite`. Its thread runs from the first call until `close`; if it
 * exits, it is restarted with the state of this run.
 */
export function createHistoryStore({ dataDir, logger, limits, worker }: HistoryStoreOptions): RunningStore {
  const events = new Emitter<StoreEvents>((error, event) =>
    logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
  );
  const declared = new Map<number, DeclaredChannel>();
  let retention: Retention | undefined;
  let lastBatch = '';
  const thread = new StoreThread({
    file: worker ?? workerFile('history-worker'),
    data: { path: join(dataDir, 'history', 'history.sqlite'), limits: { ...STORE_LIMITS, ...limits } },
    setAside: (event) => events.emit('setAside', event),
    warn: (text) => logger.warn(text),
    crashed: (event) => events.emit('crashed', event),
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
      list: (from, to) => thread.request('listMarkers', from, to),
      add: (marker) => thread.request('addMarker', marker),
      change: (id, marker) => thread.request('changeMarker', id, marker),
      remove: (id) => thread.request('removeMarker', id),
    },
    alarms: {
      put: (alarms) => thread.request('putAlarms', alarms),
      list: (from, to, limit) => thread.request('listAlarms', from, to, limit),
    },
    close: () => thread.stop(),
  };
}
