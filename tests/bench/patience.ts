/**
 * Time limit for expected events, in milliseconds: generous, since a quick run measures several things at a time on a
 * possibly busy machine.
 */
export const PATIENCE_MS = 120_000;
