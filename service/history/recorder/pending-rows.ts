/** What was gathered and is not on disk yet: bounded, and every reading is counted. */
import { BLOCK_ROWS, RowBlock } from './row-block.ts';

/** The most rows that wait: about 40 MB. */
export const MAX_WAITING_ROWS = 2_000_000;

export interface WaitingRowsOptions {
  /** Default `MAX_WAITING_ROWS`. */
  maxRows?: number | undefined;
  /** Called when readings had to go. */
  dropped(readings: number): void;
}

/** What is committed together. It stays as it is until it is on disk, however often that is tried. */
export interface CommitBatch {
  /** Grows from each to the next. */
  readonly number: number;
  readonly block: RowBlock;
  /** The slots to be marked before it. */
  readonly interrupted: ReadonlySet<number>;
}

/** A queue of blocks. The first may be taken for the disk; where there is no room, the oldest that is not goes. */
export class PendingRows {
  readonly #maxRows: number;
  readonly #dropped: (readings: number) => void;
  /** Oldest first; the last one is filled. */
  readonly #blocks: RowBlock[] = [];
  /** A block to be used again, so that steady recording makes no garbage. */
  #spare: RowBlock | undefined;
  #taken: CommitBatch | undefined;
  #lastNumber = 0;
  /** Slots of which readings went: a mark is due before what comes next. */
  #interrupted = new Set<number>();
  #rows = 0;
  #readings = 0;

  constructor({ maxRows = MAX_WAITING_ROWS, dropped }: WaitingRowsOptions) {
    this.#maxRows = Math.max(maxRows, 2 * BLOCK_ROWS);
    this.#dropped = dropped;
  }

  /** Readings that wait, or are being committed. */
  get readings(): number {
    return this.#readings;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** Whether more waits than is committed together. */
  get isBehind(): boolean {
    return this.#blocks.length > 1;
  }

  /** The oldest moment of a reading that waits: milliseconds since 1970; Infinity where there is none. */
  get oldestAt(): number {
    return this.#blocks.reduce((oldest, block) => Math.min(oldest, block.oldestAt), Number.POSITIVE_INFINITY);
  }

  /**
   * @param value NaN for a reading without a valid value, INTERRUPTED for a mark
   * @param monotonic now, in milliseconds
   */
  push(slot: number, at: number, value: number, monotonic: number): void {
    const block = this.#open(monotonic);
    const { readings } = block;
    block.push(slot, at, value);
    this.#rows += 1;
    this.#readings += block.readings - readings;
    if (this.#rows > this.#maxRows) this.#dropOldest();
  }

  /**
   * The oldest block, to which nothing is added from now on; until it is done, the same again: whether it came to the
   * disk is not always known.
   */
  take(): CommitBatch | undefined {
    const [block] = this.#blocks;
    if (!this.#taken && block) {
      this.#taken = { number: ++this.#lastNumber, block, interrupted: this.#interrupted };
      this.#interrupted = new Set();
    }
    return this.#taken;
  }

  /** What was taken is on disk. */
  done({ block }: CommitBatch): void {
    this.#taken = undefined;
    this.#remove(block);
    block.clear();
    this.#spare ??= block;
  }

  #open(monotonic: number): RowBlock {
    const last = this.#blocks.at(-1);
    if (last && last !== this.#taken?.block && !last.isFull) return last;
    const block = this.#spare ?? new RowBlock();
    this.#spare = undefined;
    block.since = monotonic;
    this.#blocks.push(block);
    return block;
  }

  #dropOldest(): void {
    const block = this.#blocks.find((candidate) => candidate !== this.#taken?.block);
    if (!block) return;
    for (const slot of block.slots) this.#interrupted.add(slot);
    this.#remove(block);
    this.#dropped(block.readings);
  }

  #remove(block: RowBlock): void {
    this.#blocks.splice(this.#blocks.indexOf(block), 1);
    this.#rows -= block.length;
    this.#readings -= block.readings;
  }
}
