/** One port on both loopback addresses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limitBody } from './body-deadline.ts';
import { guardConnections, TIMEOUT_CHECK_MS, timeOut } from './connections.ts';
import { type ListenOptions, listenOnLoopback } from './listeners.ts';
import type { HttpLimits } from './options.ts';
import { RequestSequencer } from './request-sequencer.ts';

/**
 * Connections in a row from which on responses wait. Below it they do not: a caller who half-closes the connection
 * immediately would lose a delayed response.
 */
const CROWDED_ACCEPTS = 16;

/** Accepts connections before requests are processed: the event loop accepts one per turn (docs/decisions.md). */
class AcceptFirst {
  readonly #maxAccepted: number;
  /** Waiting requests: at most one for each connection. */
  #waiting: (() => void)[] = [];
  /** The next check for new connections; undefined while there are none. */
  #nextCheck: NodeJS.Immediate | undefined;
  /** Connections accepted in a row, and their number at the last check. */
  #accepted = 0;
  #seen = 0;

  /**
   * @param maxAccepted connections after which waiting requests are processed. Not a time: on a busy computer it would
   * expire after a few connections.
   */
  constructor(maxAccepted: number) {
    this.#maxAccepted = maxAccepted;
  }

  accepted(): void {
    this.#accepted += 1;
    if (!this.#nextCheck) this.#scheduleCheck();
  }

  /** Processes a request now, or after a turn of the event loop without another connection. */
  schedule(start: () => void): void {
    if (this.#accepted >= CROWDED_ACCEPTS) this.#waiting.push(start);
    else start();
  }

  #scheduleCheck(): void {
    this.#nextCheck = setImmediate(() => {
      const isHeld = this.#accepted > this.#seen && this.#accepted < this.#maxAccepted;
      this.#seen = this.#accepted;
      if (isHeld) this.#scheduleCheck();
      else this.#release();
    });
  }

  #release(): void {
    this.#nextCheck = undefined;
    this.#accepted = 0;
    this.#seen = 0;
    // Separately, so that one that throws does not block the others.
    for (const start of this.#waiting) setImmediate(start);
    this.#waiting = [];
  }
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenPortOptions {
  handle: RequestHandler;
  /** The connections of all ports together. */
  sockets: Set<Socket>;
  limits: HttpLimits;
}

/** Closes a server: idle connections now, the others after `stopMs`. */
function end(server: Server, stopMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), stopMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export class HttpListener {
  readonly #options: OpenPortOptions;
  readonly #acceptFirst: AcceptFirst;
  #servers: Server[] = [];
  #port = 0;
  /** Open requests, including event streams. */
  #answering = 0;
  /** Called when a retired port has been quiet; undefined while the port is not retired. */
  #whenQuiet: (() => void) | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #bound: NodeJS.Timeout | undefined;
  #closing: Promise<unknown> | undefined;

  constructor(options: OpenPortOptions) {
    this.#options = options;
    this.#acceptFirst = new AcceptFirst(options.limits.maxConnections);
  }

  /** The actual port, also if 0 was requested. */
  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** @throws as `listenOnLoopback` */
  async open(listening: Omit<ListenOptions, 'createServer'>): Promise<void> {
    const { servers, port } = await listenOnLoopback({ ...listening, createServer: () => this.#createServer() });
    this.#servers = servers;
    this.#port = port;
  }

  /** Keeps the port open; `onQuiet` is called after `retiredQuietMs` without requests, or after `retiredMs`. */
  retire(onQuiet: () => void): void {
    this.cancelRetirement();
    this.#whenQuiet = onQuiet;
    this.#bound = setTimeout(onQuiet, this.#options.limits.retiredMs);
    this.#checkQuiet();
  }

  /** No longer retired. */
  cancelRetirement(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#bound);
    this.#whenQuiet = undefined;
  }

  /** Ends streams and connections within `stopMs`. May be called twice. */
  async close(): Promise<void> {
    this.cancelRetirement();
    this.#closing ??= Promise.all(this.#servers.map((server) => end(server, this.#options.limits.stopMs)));
    await this.#closing;
  }

  #createServer(): Server {
    const { handle, sockets, limits } = this.#options;
    const turns = new RequestSequencer();
    const acceptFirst = this.#acceptFirst;
    const handleCounted: RequestHandler = (request, response) => {
      // A connection that closed while waiting would never end its request.
      if (response.destroyed) return;
      this.#answering += 1;
      this.#checkQuiet();
      response.once('close', () => {
        this.#answering -= 1;
        this.#checkQuiet();
      });
      handle(request, response);
    };
    const inTurn: RequestHandler = (request, response) => {
      limitBody(request, limits, () => timeOut(server, request.socket));
      turns.run(response, () => acceptFirst.schedule(() => handleCounted(request, response)));
    };
    // The guards refuse a missing Host header with a message.
    const server = createServer(
      { requireHostHeader: false, noDelay: true, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
      inTurn,
    );
    guardConnections(server, { open: sockets, limits, turns });
    // An unknown `Expect` is ignored.
    server.on('checkExpectation', inTurn);
    server.on('connection', () => {
      acceptFirst.accepted();
      this.#checkQuiet();
    });
    return server;
  }

  /** Restarts the quiet time. */
  #checkQuiet(): void {
    clearTimeout(this.#quiet);
    if (!this.#whenQuiet || this.#answering > 0) return;
    this.#quiet = setTimeout(this.#whenQuiet, this.#options.limits.retiredQuietMs);
  }
}
