/** The limits of the store; tests use their own. */
export interface StoreLimits {
  /** Size at which the journal moves into blocks, in bytes. */
  journalBytes: number;
  /** Age at which it does, in milliseconds. */
  journalMs: number;
  /** Points at which a channel's blocks are written at once, whatever the journal's size. */
  longPoints: number;
  /** Time limit of a step, in milliseconds: commits and queries wait that long. */
  stepMs: number;
  /** Time limit for computing what lower limits would delete, in milliseconds; beyond it, the result is unknown. */
  measureMs: number;
  /** Time limit for it on closing, in milliseconds; the rest stays in the journal. */
  closeMs: number;
  /** Interval of checks for data beyond the retention, in milliseconds. */
  tidyMs: number;
  /** Blocks deleted per transaction. */
  deletedBlocks: number;
  /** Free pages released per transaction. */
  freedPages: number;
  /** Limit of the file's pages; 0: none. */
  maxPages: number;
}

export const STORE_LIMITS: Readonly<StoreLimits> = {
  journalBytes: 32 * 1024 * 1024,
  journalMs: 5 * 60_000,
  longPoints: 16_384,
  stepMs: 25,
  measureMs: 10_000,
  closeMs: 1000,
  tidyMs: 60_000,
  deletedBlocks: 200,
  freedPages: 256,
  maxPages: 0,
};
