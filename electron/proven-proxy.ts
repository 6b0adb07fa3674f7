import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ProvenConnection } from '../service/settings/instance-file.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/**
 * The header with the proxy's key. In requests it proves that they come from the window, in responses that they came
 * through the proxy. Service and page never see it.
 */
export const KEY_HEADER = 'x-mensura-window-key';

/** The window needs fewer than 40 connections; other programs can open some too. */
const MAX_CONNECTIONS = 256;

/** Headers of a single connection (RFC 9110 7.6.1), and the key. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  KEY_HEADER,
]);

export interface ProvenProxyOptions {
  /** Connects to the service; undefined without a proof. */
  connect(): Promise<ProvenConnection | undefined>;
  logger: Logger;
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name)));
}

/** The path of an absolute request target (RFC 9112 3.2.2); undefined for others. */
function pathOf(target = ''): string | undefined {
  const url = URL.parse(target);
  return url?.protocol === 'http:' ? `${url.pathname}${url.search}` : undefined;
}

/** Forwards requests of the window over connections on which the service proved itself; Chromium cannot check that. */
export class ProvenProxy {
  readonly #options: ProvenProxyOptions;
  readonly #key = randomBytes(32).toString('hex');
  readonly #server = createServer({ noDelay: true }, (incoming, response) => {
    this.#forward(incoming, response).catch((error: unknown) => {
      this.#options.logger.debug(`request from the window aborted: ${errorText(error)}`);
      response.destroy();
    });
  });

  constructor(options: ProvenProxyOptions) {
    this.#options = options;
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** The value of `KEY_HEADER`. */
  get key(): string {
    return this.#key;
  }

  /** Sends every request of Chromium to this proxy; available after `start`. */
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

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(incoming.url);
    if (path === undefined || !this.#isFromWindow(incoming)) {
      response.destroy();
      return;
    }
    const service = await this.#options.connect();
    // Closes without a response, which the window would show. Or the window was closed.
    if (!service || response.destroyed) {
      service?.agent.destroy();
      response.destroy();
      return;
    }
    response.once('close', () => service.agent.destroy());
    const { method, headers } = incoming;
    const forwarding = request(`${service.url}${path}`, { method, headers: forwarded(headers), agent: service.agent });
    // The service may respond before it has the whole body, then close the connection.
    forwarding.on('error', () => response.destroy());
    incoming.pipe(forwarding);
    const [reply] = (await once(forwarding, 'response')) as [IncomingMessage];
    response.writeHead(reply.statusCode ?? 502, { ...forwarded(reply.headers), [KEY_HEADER]: this.#key });
    response.flushHeaders();
    await pipeline(reply, response);
  }
}
