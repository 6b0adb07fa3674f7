/**
 * How often each property is tried, and from which seed. `npm test` tries the same inputs each time, so that only a
 * change of the code changes its outcome; `npm run soak` tries many others.
 */
import * as fc from 'fast-check';

/** Runs of each property; 100 in `npm test`. */
export const PROPERTY_RUNS = Number(process.env['MENSURA_PROPERTY_RUNS'] ?? 100);

/** Repeats random decisions: a whole number that is not 0, 1 in `npm test`. */
export const PROPERTY_SEED = Number(process.env['MENSURA_PROPERTY_SEED'] ?? 1);

fc.configureGlobal({ numRuns: PROPERTY_RUNS, seed: PROPERTY_SEED });

/** @returns that part of all runs, at least 1: for properties of which each run takes long */
export function partOfRuns(part: number): number {
  return Math.max(1, Math.ceil(PROPERTY_RUNS * part));
}
