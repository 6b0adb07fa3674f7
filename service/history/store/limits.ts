/** The limits of the store; tests use their own. */
export const STORE_LIMITS = {
  /** Size at which the journal moves into blocks, in bytes. */
  journalBytes: 32 * 1024 * 1024,
  /** Age at which it does, in milliseconds. */
  journalMs: 5 * 60_000,
  /** Points at which a channel's blocks are written at once, whatever the journal's size. */
  longPoints: 16_384,
  /** Time limit of a step, in milliseconds: commits and queries wait that long. */
  stepMs: 25,
  /** Time limit for computing what lower limits would delete, in milliseconds; beyond it, the result is unknown. */
  measureMs: 10_000,
  /** Time limit for writing blocks on closing, in milliseconds; the rest stays in the journal. */
  closeMs: 1000,
  /** Interval of checks for data beyond the retention, in milliseconds. */
  tidyMs: 60_000,
  /** Blocks deleted per transaction. */
  deletedBlocks: 200,
  /** Free pages released per transaction. */
  freedPages: 256,
  /** Limit of the file's pages; 0: none. */
  maxPages: 0,
};

export type StoreLimits = Readonly<typeof STORE_LIMITS>;
