/**
 * How long whatever must come may take, in milliseconds: a quick run measures several things at a time on what may be a
 * busy machine, and must not fail for that. A bound, not an expectation.
 */
export const PATIENCE_MS = 120_000;
