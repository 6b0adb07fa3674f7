/** A store that keeps nothing, until there is one that does. */
import { Emitter } from '../support/emitter.ts';
import { MensuraError } from '../support/errors.ts';
import type { HistoryStore, StoreEvents } from './parts.ts';
import { UNKNOWN_STATUS } from './storage-facts.ts';

export function createNoStore(): HistoryStore & { readonly events: Emitter<StoreEvents> } {
  const none = async (): Promise<void> => {};
  const missing = async (): Promise<never> => {
    throw new MensuraError('not-found', 'There is no such marker.');
  };
  return {
    events: new Emitter((error) => {
      throw error;
    }),
    open: none,
    commit: none,
    configure: none,
    query: async (channels) => channels.map(() => ({ unit: '', parts: [] })),
    statistics: async () => [],
    channels: async () => [],
    status: async () => UNKNOWN_STATUS,
    read: async () => ({ at: new Float64Array(0), value: new Float64Array(0), next: null }),
    count: async () => 0,
    forget: none,
    markers: { list: async () => [], add: missing, change: missing, remove: missing },
    alarms: { put: none, list: async () => [] },
    close: none,
  };
}
