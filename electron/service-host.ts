/** The service behind the window: hosted in this process, or another Mensura's of the same user. */
import { createService, type ServiceHost as Host, type Service } from '../service/service.ts';
import { connectToRunningService, findRunningService, type ProvenConnection } from '../service/settings/instance.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import type { Logger } from '../service/support/logger.ts';
import { Address } from './address.ts';
import { findKeyStore } from './key-store.ts';
import { ProvenProxy } from './proven-proxy.ts';
import { startUtility } from './utility.ts';

/** How long a service that is busy may take to prove itself before the window says that it does not answer, in milliseconds. */
const PROOF_PATIENCE_MS = 10_000;

export interface ServiceHostOptions {
  options: ServiceOptions;
  logger: Logger;
  /** The log behind the logger. */
  log: NonNullable<Host['log']>;
  /** The folder with the built GUI. */
  rendererDir: string;
  /** The udev rule that lets users open instruments, as a file. */
  udevRule: string;
  /** As `ServiceHost` of the service has it. */
  giveUp: Host['giveUp'];
}

export class ServiceHost {
  readonly #options: ServiceHostOptions;
  readonly #address = new Address('');
  #service: Service | undefined;
  #proxy: ProvenProxy | undefined;

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  /** Where it is, once started; it may move. */
  get address(): Address {
    return this.#address;
  }

  /** Undefined when another process hosts the service. */
  get service(): Service | undefined {
    return this.#service;
  }

  /** The way to the service, once started, when another process hosts it. */
  get proxy(): ProvenProxy | undefined {
    return this.#proxy;
  }

  /**
   * Joins the Mensura of the same user that serves from the same data folder already (a headless one, say), or starts
   * the service here.
   * @throws MensuraError as `Service.start`
   */
  async start(): Promise<void> {
    const { options, logger, log, rendererDir, udevRule } = this.#options;
    const running = await findRunningService(options);
    if (running) {
      logger.info(`connected to the running Mensura at ${running} (flags ignored)`);
      this.#address.move(running);
      const proxy = new ProvenProxy({ connect: () => this.#connect(), logger });
      await proxy.start();
      this.#proxy = proxy;
      return;
    }
    const encryption = findKeyStore();
    const service = createService(options, {
      host: 'desktop',
      logger,
      log,
      rendererDir,
      udevRule,
      encryption,
      startHelper: startUtility,
      giveUp: this.#options.giveUp,
    });
    this.#service = service;
    await service.start();
    this.#address.move(service.url);
    service.addressEvents.on('moved', ({ to }) => this.#address.move(to));
    service.addressEvents.on('left', ({ url }) => this.#address.leave(url));
  }

  /** Looks where the other process serves now, which may be another port; false while none proves itself. */
  async locate(): Promise<boolean> {
    if (this.#service) return true;
    const connection = await this.#connect();
    connection?.agent.destroy();
    return connection !== undefined;
  }

  /** As `Service.stop`. */
  async stop(): Promise<boolean> {
    await this.#proxy?.stop();
    return (await this.#service?.stop()) ?? true;
  }

  /** Connects to the other process, wherever it serves now: the page follows. */
  #connect(): Promise<ProvenConnection | undefined> {
    const { dataDir } = this.#options.options;
    return this.#address.follow(
      () => connectToRunningService({ dataDir, patienceMs: PROOF_PATIENCE_MS }),
      ({ agent }) => agent.destroy(),
    );
  }
}
