import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FrameReader } from './frame-reader.ts';
import { UpgradeError, type UpgradeRequest, upgrade } from './upgrade.ts';
import { FRAME, NORMAL_CLOSE, writeFrame } from './write-frame.ts';

type Done = (error?: Error | null) => void;

/**
 * The bytes in the binary messages of a WebSocket; buffers no more than a socket does. `open` follows the handshake,
 * and writes before it wait. Errors: UpgradeError, FrameError; those of the socket are left to its owner.
 */
export class WebSocketStream extends Duplex {
  readonly #socket: Socket;
  readonly #frames: FrameReader;
  #isOpen = false;
  #hasSentClose = false;
  /** The first write, which waits for the handshake. */
  #waiting: (() => void) | undefined;

  constructor(socket: Socket, request: UpgradeRequest) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.#frames = new FrameReader((payload) => this.#answer(payload));
    socket.once('close', () => this.destroy());
    upgrade(
      socket,
      request,
      (head) => this.#opened(head),
      (refusal) => this.destroy(new UpgradeError(refusal)),
    );
  }

  #opened(head: Buffer): void {
    if (this.destroyed) return;
    this.#isOpen = true;
    this.emit('open');
    this.#socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#socket.once('end', () => this.push(null));
    if (head.length > 0) this.#receive(head);
    this.#waiting?.();
    this.#waiting = undefined;
  }

  #receive(bytes: Buffer): void {
    try {
      if (this.#frames.isClosed) return;
      for (const payload of this.#frames.read(bytes)) if (!this.push(payload)) this.#socket.pause();
      if (this.#frames.isClosed) this.#closed();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Only while the socket takes it: a newer ping replaces an unanswered one (RFC 6455, 5.5.3). */
  #answer(payload: Buffer): void {
    if (this.#socket.writable && !this.#socket.writableNeedDrain) this.#socket.write(writeFrame(FRAME.pong, payload));
  }

  #closed(): void {
    this.push(null);
    this.#sendClose();
    this.#socket.end();
  }

  #sendClose(): void {
    if (this.#hasSentClose || !this.#socket.writable) return;
    this.#hasSentClose = true;
    this.#socket.write(writeFrame(FRAME.close, NORMAL_CLOSE));
  }

  override _read(): void {
    if (this.#isOpen) this.#socket.resume();
  }

  #send(bytes: Buffer, done: Done): void {
    const send = (): void => void this.#socket.write(writeFrame(FRAME.binary, bytes), done);
    if (this.#isOpen) send();
    else this.#waiting = send;
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Done): void {
    this.#send(bytes, done);
  }

  /** A packet is written in pieces: send them together. */
  override _writev(pieces: { chunk: Buffer }[], done: Done): void {
    this.#send(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.#sendClose();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#waiting = undefined;
    this.#socket.destroy();
    done(error);
  }
}
