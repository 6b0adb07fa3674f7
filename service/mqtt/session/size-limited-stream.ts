import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { OversizeFilter } from './oversize-filter.ts';

/**
 * How many bytes are taken before others of this process get their turn: some hundred messages, handled in milliseconds.
 * The system would hand over up to 32 times as much at once, and the library handles what it is given to the end.
 */
const TURN_BYTES = 65_536;

/** A socket as the MQTT library is given it: what comes has been through the sieve. It holds no more than a socket does. */
export class SizeLimitedStream extends Duplex {
  readonly #socket: Socket;
  readonly #filter: OversizeFilter;
  /** Whether what comes is taken at once. */
  #isWanted = true;
  /** Bytes that came in this turn. */
  #came = 0;
  #turn: NodeJS.Immediate | undefined;

  constructor(socket: Socket, filter: OversizeFilter) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#filter = filter;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.once('end', () => this.push(null));
    // Errors of the socket are heard where it was opened.
    socket.once('close', () => this.destroy());
  }

  #take(bytes: Buffer): void {
    this.#came += bytes.length;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#came = 0;
      this.#goOn();
    });
    for (const part of this.#filter.pass(bytes)) {
      if (!this.push(part)) this.#isWanted = false;
    }
    if (!this.#isWanted || this.#came >= TURN_BYTES) this.#socket.pause();
  }

  #goOn(): void {
    if (this.#isWanted && this.#came < TURN_BYTES) this.#socket.resume();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#goOn();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  /** A packet is written in pieces: they leave together. */
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
