/** One keep-alive connection that sends the next request after each response, over a raw socket at little cost. */
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface ConnectionEvents {
  /** A response is complete; milliseconds after its request. */
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
  /** The start of a response with an incomplete head. */
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

  /** Longest wait for a response in milliseconds, including a pending one; the first includes connecting. */
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

/** The body length of a successful response; undefined for others, and without Content-Length. */
function bodyLength(head: string): number | undefined {
  if (!head.startsWith('HTTP/1.1 200 ')) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? undefined : Number(length);
}
