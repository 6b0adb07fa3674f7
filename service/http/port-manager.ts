/** The current port of the service and its previous ones. */
import type { Socket } from 'node:net';
import { HttpListener, type RequestHandler } from './http-listener.ts';
import type { HttpLimits, HttpOptions, PreparedPort } from './options.ts';
import { type PortErrors, RUNTIME_PORT_ERRORS, requireBrowserSafePort, START_PORT_ERRORS } from './port-errors.ts';

export interface PortsOptions extends Pick<HttpOptions, 'logger' | 'onLeave' | 'describePortHolder'> {
  /** Creates the request handler; called once, at the start. */
  handler(): RequestHandler;
  limits: HttpLimits;
}

export class PortManager {
  readonly #options: PortsOptions;
  /** The connections of all ports, which share one limit. */
  readonly #sockets = new Set<Socket>();
  readonly #open = new Set<HttpListener>();
  /** Previous ports, oldest first. */
  #retired: HttpListener[] = [];
  #handle: RequestHandler | undefined;
  #current: HttpListener | undefined;
  #isStopped = false;

  constructor(options: PortsOptions) {
    this.#options = options;
  }

  /** @throws as `HttpServer.start` */
  async start(port: number): Promise<{ port: number; url: string }> {
    const opened = await this.#openOne(port, START_PORT_ERRORS);
    this.#current = opened;
    return { port: opened.port, url: opened.url };
  }

  /**
   * @param moved receives the new base URL once the port is taken
   * @returns undefined if it is the current port
   * @throws as `HttpServer.open`
   */
  async open(port: number, moved: (url: string) => void): Promise<PreparedPort | undefined> {
    if (port === this.#current?.port) return undefined;
    const known = this.#retired.find((retired) => retired.port === port);
    // It must stay open until it is taken or given up.
    known?.cancelRetirement();
    if (!known) requireBrowserSafePort(port);
    const opened = known ?? (await this.#openOne(port, RUNTIME_PORT_ERRORS));
    return {
      port: opened.port,
      url: opened.url,
      activate: () => {
        this.#activate(opened);
        moved(opened.url);
      },
      giveUp: async () => {
        if (known) this.#retire(known);
        else await this.#close(opened);
      },
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#open].map((port) => this.#close(port)));
  }

  async #openOne(port: number, refusals: PortErrors): Promise<HttpListener> {
    const { handler, limits, describePortHolder } = this.#options;
    const handle = (this.#handle ??= handler());
    const opened = new HttpListener({ handle, limits, sockets: this.#sockets });
    await opened.open({ port, refusals, describePortHolder });
    this.#open.add(opened);
    if (this.#isStopped) await this.#close(opened);
    return opened;
  }

  #activate(opened: HttpListener): void {
    const before = this.#current;
    this.#current = opened;
    this.#retired = this.#retired.filter((other) => other !== opened);
    if (before) this.#retire(before);
  }

  #retire(port: HttpListener): void {
    const { logger, limits } = this.#options;
    this.#retired = [...this.#retired.filter((other) => other !== port), port];
    port.retire(() => {
      void this.#closePrevious(port).then(() => logger.info(`closed previous port ${port.port}`));
    });
    const [oldest] = this.#retired;
    if (oldest && this.#retired.length > limits.retiredPorts) void this.#closePrevious(oldest);
  }

  #closePrevious(port: HttpListener): Promise<void> {
    this.#options.onLeave(port.url);
    return this.#close(port);
  }

  async #close(port: HttpListener): Promise<void> {
    this.#retired = this.#retired.filter((other) => other !== port);
    await port.close();
    this.#open.delete(port);
  }
}
