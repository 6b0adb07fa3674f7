/**
 * Stands between the page and the real HTTP server: notes what is asked, lets a test answer in the server's place, and
 * tells a stream what no server would. Everything else it passes on as it is.
 */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asked, Decided } from '../../support/played/played.ts';

const APP = '/app/v1/';

/** Each run gives its files addresses of its own; here all are one run, whose files the browser need not load again. */
const ONE_RUN = '0'.repeat(32);

/** What stands behind it. */
export interface Behind {
  /** The port of the real server. */
  port: number;
  /** Answers in the server's place; undefined leaves it to the server. */
  decide(asked: Asked): Promise<Decided | undefined>;
  /** What the status says instead of what the server says. */
  status(): object;
}

export class Front {
  /** Whatever it passes requests on to; may change from test to test. */
  behind: Behind | undefined;
  #server: Server | undefined;
  readonly #streams = new Set<ServerResponse>();
  #port = 0;

  /** The same until its end, also while it is stopped. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** How many event streams are open. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Listens at any free port; after a stop, at the one it had. */
  async start(): Promise<void> {
    const server = createServer((incoming, response) => void this.#answer(incoming, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /** Tells every stream something that the server did not say. */
  tell(name: string, data: unknown): void {
    for (const stream of this.#streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { behind } = this;
    const { method = 'GET', url = '/' } = incoming;
    const body = await bodyOf(incoming).catch(() => undefined);
    if (!behind || !body) {
      response.destroy();
      return;
    }
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.startsWith(APP)) {
      const path = pathname.slice(APP.length).split('/').map(decodeURIComponent).join('/');
      const decided = await behind.decide({ method, path, query: searchParams, body: jsonOf(body) });
      if (response.destroyed) return;
      if (decided) {
        response.writeHead(decided.status, { 'Content-Type': 'application/json', ...decided.headers });
        response.end(JSON.stringify(decided.body));
        return;
      }
    }
    this.#pass(behind, incoming, response, body);
  }

  #pass(behind: Behind, { method, url, headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const onward = ask({ host: '127.0.0.1', port: behind.port, method, path: url, headers, agent: false });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      answer.on('error', () => response.destroy());
      if (url === `${APP}status`) {
        void amend(answer, response, (status) =>
          JSON.stringify({ ...(JSON.parse(status) as object), ...behind.status() }),
        );
        return;
      }
      if (url === '/') {
        void amend(answer, response, (page) => page.replaceAll(/(?<=\/assets\/)[\da-f]{32}/g, ONE_RUN));
        return;
      }
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      if (url === `${APP}events`) this.#streams.add(response);
    });
    response.on('close', () => {
      this.#streams.delete(response);
      onward.destroy();
    });
    onward.end(body);
  }
}

/** Passes an answer on with another text. */
async function amend(
  answer: IncomingMessage,
  response: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const body = await bodyOf(answer).catch(() => undefined);
  if (!body) {
    response.destroy();
    return;
  }
  const { 'content-length': _length, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 0, headers);
  response.end(change(body.toString()));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
