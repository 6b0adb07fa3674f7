/** The history: what was measured, kept on disk. */
export { History, type HistoryOptions, type HistoryWishes } from './history.ts';
