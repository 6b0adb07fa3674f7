/** Exports of the history. */
export { ExportManager } from './export-manager.ts';
