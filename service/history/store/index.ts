/** The store of the history: a file of SQLite, in a thread of its own. */
export { createHistoryStore, type HistoryStoreOptions, type RunningStore } from './history-store.ts';
