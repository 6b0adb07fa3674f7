/** The bytes of an export as a stream. The producer bounds it: `onTaken` reports each chunk read. */
import { Readable } from 'node:stream';
import { CHUNK_BYTES } from './messages.ts';

export interface PieceStreamOptions {
  /** A chunk was read: there is room for another. */
  onTaken(): void;
  /** Everything was read. */
  onDone(): void;
  /** The reader disconnected or ended the stream. */
  onLeft(): void;
}

export class ChunkStream extends Readable {
  readonly #options: PieceStreamOptions;
  readonly #waiting: Uint8Array[] = [];
  #isWanted = false;
  #isComplete = false;
  /** All chunks were pushed; the last may be unread. */
  #isClosed = false;

  constructor(options: PieceStreamOptions) {
    super({ highWaterMark: CHUNK_BYTES });
    this.#options = options;
    // A reader gets errors itself; before there is one, the task reports them.
    this.on('error', () => {});
    this.once('end', () => options.onDone());
  }

  /** Chunks are waiting and nobody reads. */
  get isStalled(): boolean {
    return this.#isClosed || (this.#waiting.length > 0 && !this.#isWanted);
  }

  /** The producer is done; chunks may still wait. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(piece: Uint8Array): void {
    this.#waiting.push(piece);
    this.#pass();
  }

  /** No chunk follows. */
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
      // `_read` may be called within `push` or later.
      if (this.push(this.#waiting.shift())) this.#isWanted = true;
    }
    if (!this.#isComplete || this.#waiting.length > 0 || this.#isClosed) return;
    this.#isClosed = true;
    this.push(null);
  }
}
