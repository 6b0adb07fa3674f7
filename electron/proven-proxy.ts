/**
 * The window's way to a service in another process: a proxy in this process that forwards each request over a connection
 * on which the service proved itself. The window itself cannot tell who listens on the service's port.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ProvenConnection } from '../service/settings/instance.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/**
 * Carries the proxy's key, both ways: in requests it shows that the window asks, not another program of this computer;
 * in responses that they came through the proxy. The service and the page never see it.
 */
export const KEY_HEADER = 'x-mensura-window-key';

/** The window needs less than 40 connections; other programs of this computer can open connections too. */
const MAX_CONNECTIONS = 256;

/** Headers that concern one connection alone (RFC 9110 7.6.1), and the key. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  KEY_HEADER,
]);

export interface ProvenProxyOptions {
  /** Connects to the service; undefined when none proves itself. */
  connect(): Promise<ProvenConnection | undefined>;
  logger: Logger;
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name)));
}

/** The path that an absolute target (RFC 9112 3.2.2) asks for; undefined for any other target. */
function pathOf(target = ''): string | undefined {
  const url = URL.parse(target);
  return url?.protocol === 'http:' ? `${url.pathname}${url.search}` : undefined;
}

export class ProvenProxy {
  readonly #options: ProvenProxyOptions;
  readonly #key = randomBytes(32).toString('hex');
  readonly #server = createServer({ noDelay: true }, (incoming, response) => {
    this.#answer(incoming, response).catch((error: unknown) => {
      this.#options.logger.debug(`request from the window aborted: ${errorText(error)}`);
      response.destroy();
    });
  });

  constructor(options: ProvenProxyOptions) {
    this.#options = options;
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** What requests must have in the header `KEY_HEADER`, and responses have. */
  get key(): string {
    return this.#key;
  }

  /** Chromium's rule that leads every request here and none past it, once started. */
  get rules(): Electron.ProxyConfig {
    const { port } = this.#server.address() as AddressInfo;
    return { mode: 'fixed_servers', proxyRules: `http=127.0.0.1:${port}`, proxyBypassRules: '<-loopback>' };
  }

  async start(): Promise<void> {
    this.#server.listen({ host: '127.0.0.1', port: 0, exclusive: true });
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #isFromWindow({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(String(headers[KEY_HEADER]));
    return given.length === this.#key.length && timingSafeEqual(given, Buffer.from(this.#key));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(incoming.url);
    if (path === undefined || !this.#isFromWindow(incoming)) {
      response.destroy();
      return;
    }
    const service = await this.#options.connect();
    // Cut without an answer, and so nothing that the window could show. Or the window went away meanwhile.
    if (!service || response.destroyed) {
      service?.agent.destroy();
      response.destroy();
      return;
    }
    response.once('close', () => service.agent.destroy());
    const { method, headers } = incoming;
    const asking = request(`${service.url}${path}`, { method, headers: forwarded(headers), agent: service.agent });
    // The service may answer before it has the whole body, and end the connection then.
    asking.on('error', () => response.destroy());
    incoming.pipe(asking);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 502, { ...forwarded(answer.headers), [KEY_HEADER]: this.#key });
    response.flushHeaders();
    await pipeline(answer, response);
  }
}
