import { Duplex } from 'node:stream';
import type { OversizeFilter } from './oversize-filter.ts';

/**
 * Bytes processed before yielding to the event loop: some hundred messages, in milliseconds. The system could
 * deliver 32 times as much at once, and the library processes all it is given.
 */
const TURN_BYTES = 65_536;

/** A socket, or the stream in it, whose data passes through the oversize filter; buffers no more than a socket does. */
export class SizeLimitedStream extends Duplex {
  readonly #socket: Duplex;
  readonly #filter: OversizeFilter;
  /** The reader takes data at once. */
  #isWanted = true;
  /** Bytes received in this turn. */
  #came = 0;
  #turn: NodeJS.Immediate | undefined;

  constructor(socket: Duplex, filter: OversizeFilter) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#filter = filter;
    socket.on('data', (bytes: Buffer) => this.#onData(bytes));
    socket.once('end', () => this.push(null));
    // Socket errors are handled where it was opened.
    socket.once('close', () => this.destroy());
  }

  #onData(bytes: Buffer): void {
    this.#came += bytes.length;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#came = 0;
      this.#resume();
    });
    for (const part of this.#filter.pass(bytes)) {
      if (!this.push(part)) this.#isWanted = false;
    }
    if (!this.#isWanted || this.#came >= TURN_BYTES) this.#socket.pause();
  }

  #resume(): void {
    if (this.#isWanted && this.#came < TURN_BYTES) this.#socket.resume();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  /** A packet is written in pieces: send them together. */
  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.#turn);
    this.#socket.destroy();
    done(error);
  }
}
