/** Rows not on disk yet: bounded, and every reading is counted. */
import { type Batch, GAP } from '../types.ts';

/** Initial capacity in rows; doubles when full. */
const INITIAL_ROWS = 1024;

/** Rows per block and commit: 1.3 MB. */
const BLOCK_ROWS = 65_536;

/** Up to `BLOCK_ROWS` readings and gaps, in order of arrival. */
class RowBlock {
  #slots = new Uint32Array(INITIAL_ROWS);
  #at = new Float64Array(INITIAL_ROWS);
  #values = new Float64Array(INITIAL_ROWS);
  /** Readings and gaps. */
  length = 0;
  /** Without gaps. */
  readings = 0;
  /** Oldest timestamp of a reading: milliseconds since 1970; Infinity if there is none. */
  oldestAt = Number.POSITIVE_INFINITY;
  /** When the first row was added, on the monotonic clock in milliseconds. */
  since = 0;

  /** The slot of each row; read-only, and invalid after the next `push`. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.length);
  }

  /** @param value NaN for a sensor error, GAP for a gap */
  push(slot: number, at: number, value: number): void {
    const row = this.length;
    if (row === this.#slots.length) this.#grow();
    this.#slots[row] = slot;
    this.#at[row] = at;
    this.#values[row] = value;
    this.length = row + 1;
    if (value === GAP) return;
    this.readings += 1;
    if (at < this.oldestAt) this.oldestAt = at;
  }

  /** A copy of the rows as columns, preceded by gaps for the given slots. */
  columns(interrupted: ReadonlySet<number>): Pick<Batch, 'slots' | 'at' | 'values'> {
    const marks = interrupted.size;
    const rows = marks + this.length;
    const slots = new Uint32Array(rows);
    const at = new Float64Array(rows);
    const values = new Float64Array(rows).fill(GAP, 0, marks);
    slots.set([...interrupted]);
    slots.set(this.slots, marks);
    at.set(this.#at.subarray(0, this.length), marks);
    values.set(this.#values.subarray(0, this.length), marks);
    return { slots, at, values };
  }

  /** Empties the block for reuse. */
  clear(): void {
    this.length = 0;
    this.readings = 0;
    this.oldestAt = Number.POSITIVE_INFINITY;
  }

  #grow(): void {
    const rows = this.length * 2;
    const slots = new Uint32Array(rows);
    const at = new Float64Array(rows);
    const values = new Float64Array(rows);
    slots.set(this.#slots);
    at.set(this.#at);
    values.set(this.#values);
    this.#slots = slots;
    this.#at = at;
    this.#values = values;
  }
}

/** Limit of pending rows: about 40 MB. */
const MAX_WAITING_ROWS = 2_000_000;

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

  /** @param onDiscarded called when readings were discarded */
  constructor(onDiscarded: (readings: number) => void, maxRows = MAX_WAITING_ROWS) {
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
    if (last && last !== this.#taken?.block && last.length < BLOCK_ROWS) return last;
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
