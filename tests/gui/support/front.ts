/**
 * Stands between the page and the real HTTP server: notes what is asked, lets a test answer in the server's place, and
 * tells a stream what no server would. Everything else it passes on as it is.
 */
import { Agent, request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asked, Decided } from '../../support/played/played.ts';

const APP = '/app/v1/';

export interface FrontOptions {
  /** Answers in the server's place; undefined leaves it to the server. */
  decide(asked: Asked): Decided | Promise<Decided | undefined> | undefined;
  /** What the status says instead of what the server says. */
  status(): object;
}

export class Front {
  readonly #options: FrontOptions;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #streams = new Set<ServerResponse>();
  #behind = 0;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#server = createServer((incoming, response) => void this.#answer(incoming, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many event streams are open. */
  get streams(): number {
    return this.#streams.size;
  }

  /**
   * @param behind the port of the real server
   * @param port 0 for any free one
   */
  start(behind: number, port: number): Promise<void> {
    this.#behind = behind;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await closed;
  }

  /** Tells every stream something that the server did not say. */
  tell(name: string, data: unknown): void {
    for (const stream of this.#streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const body = await bodyOf(incoming);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.startsWith(APP)) {
      const path = pathname.slice(APP.length).split('/').map(decodeURIComponent).join('/');
      const decided = await this.#options.decide({ method, path, query: searchParams, body: jsonOf(body) });
      if (response.destroyed) return;
      if (decided) {
        response.writeHead(decided.status, { 'Content-Type': 'application/json', ...decided.headers });
        response.end(JSON.stringify(decided.body));
        return;
      }
    }
    this.#pass(incoming, response, body);
  }

  #pass({ method, url, headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const onward = ask({ host: '127.0.0.1', port: this.#behind, method, path: url, headers, agent: this.#agent });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      if (url === `${APP}status`) return void this.#amend(answer, response);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
      if (url === `${APP}events`) this.#streams.add(response);
    });
    response.on('close', () => {
      this.#streams.delete(response);
      onward.destroy();
    });
    onward.end(body);
  }

  async #amend(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = jsonOf(await bodyOf(answer)) as object;
    const { 'content-length': _length, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 0, headers);
    response.end(JSON.stringify({ ...status, ...this.#options.status() }));
  }
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
