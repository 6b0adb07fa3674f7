/** The history: what was measured, kept on disk. */
export { History, type HistoryConfig, type HistoryOptions } from './history.ts';
