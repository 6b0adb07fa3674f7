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
        thread.ask('open', [...declared.values()], lastBatch),
        ...(retention ? [thread.ask('configure', retention)] : []),
      ];
      Promise.all(reported).catch((error: unknown) =>
        logger.warn(`worker restarted, but cannot open its file: ${errorText(error)}`, { error }),
      );
    },
  });
  return {
    on: events.on.bind(events),
    open: () => thread.ask('open', []),
    commit: async (batch: Batch) => {
      // Set before the reply: the thread may exit in between.
      lastBatch = batch.id;
      await thread.ask('commit', batch);
      for (const channel of batch.declared) declared.set(channel.slot, channel);
    },
    configure: (wanted) => {
      retention = wanted;
      return thread.ask('configure', wanted);
    },
    query: (channels, question) => thread.ask('query', channels, question),
    statistics: (channels, from, to) => thread.ask('statistics', channels, from, to),
    channels: () => thread.ask('channels'),
    status: () => thread.ask('status'),
    losses: (lowered) => thread.ask('losses', lowered),
    read: (channel, from, to, limit) => thread.ask('read', channel, from, to, limit),
    count: (channels, from, to) => thread.ask('count', channels, from, to),
    forget: (device) => thread.ask('forget', device),
    markers: {
      list: (from, to) => thread.ask('listMarkers', from, to),
      add: (marker) => thread.ask('addMarker', marker),
      change: (id, marker) => thread.ask('changeMarker', id, marker),
      remove: (id) => thread.ask('removeMarker', id),
    },
    alarms: {
      put: (alarms) => thread.ask('putAlarms', alarms),
      list: (from, to, limit) => thread.ask('listAlarms', from, to, limit),
    },
    close: () => thread.stop(),
  };
}
