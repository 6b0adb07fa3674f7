import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Sieve } from './sieve.ts';

/** A socket as the MQTT library is given it: what comes has been through the sieve. It holds no more than a socket does. */
export class SievedStream extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, sieve: Sieve) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      for (const part of sieve.pass(bytes)) {
        if (!this.push(part)) socket.pause();
      }
    });
    socket.once('end', () => this.push(null));
    // Errors of the socket are heard where it was opened.
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
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
    this.#socket.destroy();
    done(error);
  }
}
