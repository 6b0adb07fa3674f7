/** Rows not on disk yet: bounded, and every reading is counted. */
import { BLOCK_ROWS, RowBlock } from './row-block.ts';

/** Limit of pending rows: about 40 MB. */
export const MAX_WAITING_ROWS = 2_000_000;

export interface WaitingRowsOptions {
  /** Default `MAX_WAITING_ROWS`. */
  maxRows?: number | undefined;
  /** Called when readings were discarded. */
  onDiscarded(readings: number): void;
}

/** Rows committed together. A batch is immutable until it is on disk, however many attempts that takes. */
export interface CommitBatch {
  /** Ascending. */
  readonly number: number;
  readonly block: RowBlock;
  /** Slots that get a gap before the batch. */
  readonly interrupted: ReadonlySet<number>;
}

/** A queue of blocks. When it is full, the oldest block that is not being committed is discarded. */
export class PendingRows {
  readonly #maxRows: number;
  readonly #onDiscarded: (readings: number) => void;
  /** Oldest first; the last one is being filled. */
  readonly #blocks: RowBlock[] = [];
  /** A block for reuse, so that steady recording creates no garbage. */
  #spare: RowBlock | undefined;
  #taken: CommitBatch | undefined;
  #lastNumber = 0;
  /** Slots with discarded readings: a gap is due before their next row. */
  #interrupted = new Set<number>();
  #rows = 0;
  #readings = 0;

  constructor({ maxRows = MAX_WAITING_ROWS, onDiscarded }: WaitingRowsOptions) {
    this.#maxRows = Math.max(maxRows, 2 * BLOCK_ROWS);
    this.#onDiscarded = onDiscarded;
  }

  /** Readings pending or being committed. */
  get readings(): number {
    return this.#readings;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** More is pending than one commit takes. */
  get isBehind(): boolean {
    return this.#blocks.length > 1;
  }

  /** Oldest timestamp of a pending reading: milliseconds since 1970; Infinity if there is none. */
  get oldestAt(): number {
    return this.#blocks.reduce((oldest, block) => Math.min(oldest, block.oldestAt), Number.POSITIVE_INFINITY);
  }

  /**
   * @param value NaN for a sensor error, GAP for a gap
   * @param monotonic now, in milliseconds
   */
  push(slot: number, at: number, value: number, monotonic: number): void {
    const block = this.#open(monotonic);
    const { readings } = block;
    block.push(slot, at, value);
    this.#rows += 1;
    this.#readings += block.readings - readings;
    if (this.#rows > this.#maxRows) this.#discardOldest();
  }

  /**
   * The oldest block, closed to new rows. Returns the same one until `done`: after a failure it may be on disk or not.
   */
  take(): CommitBatch | undefined {
    const [block] = this.#blocks;
    if (!this.#taken && block) {
      this.#taken = { number: ++this.#lastNumber, block, interrupted: this.#interrupted };
      this.#interrupted = new Set();
    }
    return this.#taken;
  }

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

  #discardOldest(): void {
    const block = this.#blocks.find((candidate) => candidate !== this.#taken?.block);
    if (!block) return;
    for (const slot of block.slots) this.#interrupted.add(slot);
    this.#remove(block);
    this.#onDiscarded(block.readings);
  }

  #remove(block: RowBlock): void {
    this.#blocks.splice(this.#blocks.indexOf(block), 1);
    this.#rows -= block.length;
    this.#readings -= block.readings;
  }
}
