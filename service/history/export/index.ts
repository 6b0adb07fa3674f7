/** Exports of the history. */
export { Exports } from './exports.ts';
