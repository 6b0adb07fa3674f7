/** The service behind the window: hosted in this process, or another Mensura's of the same user. */
import { createService, type ServiceHost as Host, type Service } from '../service/service.ts';
import { findRunningService } from '../service/settings/instance.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import type { Logger } from '../service/support/logger.ts';
import { Address } from './address.ts';
import { findKeyStore } from './key-store.ts';

export interface ServiceHostOptions {
  options: ServiceOptions;
  logger: Logger;
  /** The log behind the logger. */
  log: NonNullable<Host['log']>;
  /** The folder with the built GUI. */
  rendererDir: string;
  /** The udev rule that lets users open instruments, as a file. */
  udevRule: string;
}

export class ServiceHost {
  readonly #options: ServiceHostOptions;
  readonly #address = new Address('');
  #service: Service | undefined;

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

  /**
   * Joins the Mensura of the same user that serves from the same data folder already (a headless one, say), or starts
   * the service here.
   * @throws MensuraError as `Service.start`
   */
  async start(): Promise<void> {
    const { options, logger, log, rendererDir, udevRule } = this.#options;
    const running = await findRunningService(options);
    if (running) {
      logger.info(`Your Mensura at ${running} is shown; the flags of this start have no effect on it.`);
      this.#address.move(running);
      return;
    }
    const encryption = findKeyStore();
    const service = createService(options, { host: 'desktop', logger, log, rendererDir, udevRule, encryption });
    this.#service = service;
    await service.start();
    this.#address.move(service.url);
    service.addressEvents.on('moved', ({ to }) => this.#address.move(to));
  }

  /** Looks where the other process serves now: it may have begun anew at another port. */
  async locate(): Promise<void> {
    if (this.#service) return;
    const running = await findRunningService(this.#options.options);
    if (running) this.#address.move(running);
  }

  /** As `Service.stop`. */
  async stop(): Promise<boolean> {
    return (await this.#service?.stop()) ?? true;
  }
}
