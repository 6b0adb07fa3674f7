/** Exports of the history. */
export { ExportManager } from './exports.ts';
