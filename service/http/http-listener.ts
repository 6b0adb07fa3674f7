/** One port on both loopback addresses, from its opening to its end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AcceptFirst } from './accept-first.ts';
import { guardConnections, TIMEOUT_CHECK_MS } from './connections.ts';
import { type ListenOptions, listenOnLoopback } from './listeners.ts';
import type { HttpLimits } from './options.ts';
import { RequestSequencer } from './request-sequencer.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenPortOptions {
  handle: RequestHandler;
  /** The connections of all ports together. */
  sockets: Set<Socket>;
  limits: HttpLimits;
}

/** Ends a server: nothing new, idle connections at once, the others when their time is over. */
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
  /** Requests that are being answered; an event stream is one. */
  #answering = 0;
  /** What is to be done once it was quiet; undefined while it is not retired. */
  #whenQuiet: (() => void) | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #bound: NodeJS.Timeout | undefined;
  #closing: Promise<unknown> | undefined;

  constructor(options: OpenPortOptions) {
    this.#options = options;
    this.#acceptFirst = new AcceptFirst(options.limits.maxConnections);
  }

  /** As it was opened: where any free port was asked for, the one that it became. */
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

  /**
   * Goes on answering; `isOver` is called when it was quiet for `retiredQuietMs`, and after `retiredMs` at the latest.
   */
  retire(isOver: () => void): void {
    this.keep();
    this.#whenQuiet = isOver;
    this.#bound = setTimeout(isOver, this.#options.limits.retiredMs);
    this.#lookForQuiet();
  }

  /** No longer retired. */
  keep(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#bound);
    this.#whenQuiet = undefined;
  }

  /** Ends streams and connections within `stopMs`. May be called twice. */
  async close(): Promise<void> {
    this.keep();
    this.#closing ??= Promise.all(this.#servers.map((server) => end(server, this.#options.limits.stopMs)));
    await this.#closing;
  }

  #createServer(): Server {
    const { handle, sockets, limits } = this.#options;
    const turns = new RequestSequencer();
    const acceptFirst = this.#acceptFirst;
    const answer: RequestHandler = (request, response) => {
      // It was closed while it waited: nobody would end what it begins.
      if (response.destroyed) return;
      this.#answering += 1;
      this.#lookForQuiet();
      response.once('close', () => {
        this.#answering -= 1;
        this.#lookForQuiet();
      });
      handle(request, response);
    };
    const inTurn: RequestHandler = (request, response) =>
      turns.take(response, () => acceptFirst.answer(() => answer(request, response)));
    // A missing Host header is refused by the guards, with a message.
    const server = createServer(
      { requireHostHeader: false, noDelay: true, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
      inTurn,
    );
    guardConnections(server, { open: sockets, limits, turns });
    // An expectation we do not know is no reason to refuse.
    server.on('checkExpectation', inTurn);
    server.on('connection', () => {
      acceptFirst.accepted();
      this.#lookForQuiet();
    });
    return server;
  }

  /** Something happened: from now on it has to be quiet. */
  #lookForQuiet(): void {
    clearTimeout(this.#quiet);
    if (!this.#whenQuiet || this.#answering > 0) return;
    this.#quiet = setTimeout(this.#whenQuiet, this.#options.limits.retiredQuietMs);
  }
}
