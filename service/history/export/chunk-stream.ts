/** The bytes of an export as a stream. What it holds is bounded by whoever fills it: a piece is told when it was taken. */
import { Readable } from 'node:stream';
import { CHUNK_BYTES } from './messages.ts';

export interface PieceStreamOptions {
  /** A piece was taken: there is room for another. */
  onTaken(): void;
  /** All was taken. */
  onDone(): void;
  /** Whoever read it went away, or ended it. */
  onLeft(): void;
}

export class ChunkStream extends Readable {
  readonly #options: PieceStreamOptions;
  readonly #waiting: Uint8Array[] = [];
  #isWanted = false;
  #isComplete = false;
  /** All was passed on; the last of it may not be taken yet. */
  #isClosed = false;

  constructor(options: PieceStreamOptions) {
    super({ highWaterMark: CHUNK_BYTES });
    this.#options = options;
    // Who reads it hears of errors by itself; before anyone does, they are the job's to tell.
    this.on('error', () => {});
    this.once('end', () => options.onDone());
  }

  /** There is something to take, and nobody takes it. */
  get isStalled(): boolean {
    return this.#isClosed || (this.#waiting.length > 0 && !this.#isWanted);
  }

  /** All pieces came; some may still wait. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(piece: Uint8Array): void {
    this.#waiting.push(piece);
    this.#pass();
  }

  /** No piece comes any more. */
  complete(): void {
    this.#isComplete = true;
    this.#pass();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#pass();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#waiting.length = 0;
    this.#options.onLeft();
    callback(error);
  }

  #pass(): void {
    while (this.#isWanted && this.#waiting.length > 0) {
      this.#isWanted = false;
      this.#options.onTaken();
      // It may ask for more within this, or later: both by _read.
      if (this.push(this.#waiting.shift())) this.#isWanted = true;
    }
    if (!this.#isComplete || this.#waiting.length > 0 || this.#isClosed) return;
    this.#isClosed = true;
    this.push(null);
  }
}
