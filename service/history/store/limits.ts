/** The bounds of the store. Tests have their own. */
export interface StoreLimits {
  /** What the journal may hold before it goes into blocks, in bytes. */
  journalBytes: number;
  /** How long it may wait for that, in milliseconds. */
  journalMs: number;
  /** Of how many points a channel's blocks are written at once, however much the journal may hold. */
  longPoints: number;
  /** How long one step of bringing it into blocks may take, in milliseconds: commits and questions wait so long. */
  stepMs: number;
  /** How long it may be measured what lower limits would delete, in milliseconds; then it stays unknown. */
  measureMs: number;
  /** How long closing may take for that, in milliseconds; the rest stays in the journal. */
  closeMs: number;
  /** How often is looked for what is too old or too much, in milliseconds. */
  tidyMs: number;
  /** The most blocks that one transaction drops. */
  droppedBlocks: number;
  /** The most free pages that one transaction gives back to the disk. */
  freedPages: number;
  /** The most pages that the file may have; 0: as many as the disk has. */
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
  droppedBlocks: 200,
  freedPages: 256,
  maxPages: 0,
};
