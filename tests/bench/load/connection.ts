/** One keep-alive connection that asks again as soon as it was answered. Raw, so that the asking costs little. */
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface ConnectionEvents {
  /** An answer is complete; so many milliseconds after its request. */
  answered(milliseconds: number): void;
  failed(error: Error): void;
}

export class Connection {
  readonly #socket: Socket;
  readonly #request: Buffer;
  readonly #events: ConnectionEvents;
  #asked = performance.now();
  #answers = 0;
  #longestMs = 0;
  /** The beginning of an answer whose head is not complete. */
  #head: Buffer | undefined;
  /** Bytes of the body still to come. */
  #missing = 0;

  constructor({ hostname, port, pathname }: URL, events: ConnectionEvents) {
    this.#request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    this.#events = events;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('connect', () => this.#socket.write(this.#request));
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => events.failed(error));
    this.#socket.on('close', () => events.failed(new Error('The server closed the connection.')));
  }

  get answers(): number {
    return this.#answers;
  }

  /** The longest wait for an answer in milliseconds, the one under way included; the first counts from the connecting. */
  get longestMs(): number {
    return Math.max(this.#longestMs, performance.now() - this.#asked);
  }

  end(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #ask(): void {
    this.#asked = performance.now();
    this.#socket.write(this.#request);
  }

  #read(chunk: Buffer): void {
    if (this.#missing === 0) {
      const bytes = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const headEnd = bytes.indexOf(HEAD_END);
      this.#head = headEnd < 0 ? bytes : undefined;
      if (headEnd < 0) return;
      const length = bodyLength(bytes.toString('latin1', 0, headEnd));
      if (length === undefined) {
        this.#events.failed(new Error(`Not an answer to count: ${bytes.toString('latin1', 0, headEnd)}`));
        return;
      }
      this.#missing = headEnd + HEAD_END.length + length - bytes.length;
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing > 0) return;
    const waited = performance.now() - this.#asked;
    this.#answers += 1;
    this.#longestMs = Math.max(this.#longestMs, waited);
    this.#events.answered(waited);
    this.#ask();
  }
}

/** The length of a good answer's body; undefined for any other answer, and for one without a stated length. */
function bodyLength(head: string): number | undefined {
  if (!head.startsWith('HTTP/1.1 200 ')) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? undefined : Number(length);
}
