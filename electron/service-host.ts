/** The service behind the window: hosted in this process, or another Mensura's of the same user. */
import { createService, type ServiceHost as Host, type Service } from '../service/service.ts';
import { findRunningService } from '../service/settings/instance.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import type { Logger } from '../service/support/logger.ts';
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
  #url = '';
  #service: Service | undefined;

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  /** The base address, once started. */
  get url(): string {
    return this.#url;
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
      this.#url = running;
      return;
    }
    const encryption = findKeyStore();
    this.#service = createService(options, { host: 'desktop', logger, log, rendererDir, udevRule, encryption });
    await this.#service.start();
    this.#url = this.#service.url;
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
  }
}
