/** Exports of the history. */
export { Exports, type ExportsOptions } from './exports.ts';
