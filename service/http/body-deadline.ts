/** Cuts requests whose body does not arrive in time. Node's own limit is the same for all requests of a server. */
import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './options.ts';

/** Requests with a body that is on its way. */
const deadlines = new WeakMap<IncomingMessage, BodyDeadline>();

export type BodyLimits = Pick<HttpLimits, 'requestTimeoutMs' | 'uploadIdleMs' | 'uploadMs'>;

class BodyDeadline {
  readonly #request: IncomingMessage;
  readonly #limits: BodyLimits;
  readonly #cut: () => void;
  #timer: NodeJS.Timeout;

  constructor(request: IncomingMessage, limits: BodyLimits, cut: () => void) {
    this.#request = request;
    this.#limits = limits;
    this.#cut = cut;
    this.#timer = setTimeout(() => this.#end(), limits.requestTimeoutMs);
    request.once('close', () => clearTimeout(this.#timer));
  }

  /** From now on, it is cut only when nothing arrives, or at the limit of uploads. */
  extend(): void {
    this.#await(performance.now());
  }

  /** The bytes of the socket are counted, since a listener for data would take the body from its reader. */
  #await(since: number): void {
    const { uploadIdleMs, uploadMs } = this.#limits;
    const { socket } = this.#request;
    const before = socket.bytesRead;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (socket.bytesRead > before && performance.now() - since < uploadMs) this.#await(since);
      else this.#end();
    }, uploadIdleMs);
  }

  #end(): void {
    if (!this.#request.complete) this.#cut();
  }
}

/** @param cut is called if the body does not arrive within `requestTimeoutMs`, unless `expectUpload` is called before */
export function limitBody(request: IncomingMessage, limits: BodyLimits, cut: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length === '0' && coding === undefined) return;
  deadlines.set(request, new BodyDeadline(request, limits, cut));
}

/** Allows a large body: `uploadMs` in all, with no pause of twice `uploadIdleMs`. */
export function expectUpload(request: IncomingMessage): void {
  if (!request.complete && !request.destroyed) deadlines.get(request)?.extend();
}
