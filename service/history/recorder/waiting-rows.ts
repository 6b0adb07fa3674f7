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

/** A queue of blocks. The first may be on its way to the disk; where there is no room, the oldest that is not goes. */
export class WaitingRows {
  readonly #maxRows: number;
  readonly #dropped: (readings: number) => void;
  /** Oldest first; the last one is filled. */
  readonly #blocks: RowBlock[] = [];
  /** A block to be used again, so that steady recording makes no garbage. */
  #spare: RowBlock | undefined;
  #underWay: RowBlock | undefined;
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

  /** The oldest block, which is on its way from now on; and the slots to be marked before it. */
  take(): { block: RowBlock; interrupted: ReadonlySet<number> } | undefined {
    const [block] = this.#blocks;
    if (!block) return undefined;
    this.#underWay = block;
    return { block, interrupted: new Set(this.#interrupted) };
  }

  /** What was taken is on disk. */
  done({ block, interrupted }: { block: RowBlock; interrupted: ReadonlySet<number> }): void {
    this.#underWay = undefined;
    for (const slot of interrupted) this.#interrupted.delete(slot);
    this.#remove(block);
    block.clear();
    this.#spare ??= block;
  }

  /** What was taken is not on disk: it waits again, before all others. */
  failed(): void {
    this.#underWay = undefined;
  }

  #open(monotonic: number): RowBlock {
    const last = this.#blocks.at(-1);
    // What is on its way is not added to.
    if (last && last !== this.#underWay && !last.isFull) return last;
    const block = this.#spare ?? new RowBlock();
    this.#spare = undefined;
    block.since = monotonic;
    this.#blocks.push(block);
    return block;
  }

  #dropOldest(): void {
    const block = this.#blocks.find((candidate) => candidate !== this.#underWay);
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
