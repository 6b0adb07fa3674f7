import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { createService, type ServiceHost as Host, type Service } from '../service/service.ts';
import {
  connectToRunningService,
  findRunningService,
  type ProvenConnection,
} from '../service/settings/instance-file.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import { END_MESSAGE, type StartHelper } from '../service/support/helper-process.ts';
import type { Logger } from '../service/support/logger.ts';
import { Address } from './address.ts';
import { findKeyStore } from './key-store.ts';
import { ProvenProxy } from './proven-proxy.ts';

/** Starts helpers as Electron's utility processes, since packaged apps cannot run Node scripts. */
const startUtility: StartHelper = (file) => {
  const stdio = ['ignore', 'ignore', 'pipe'] as ('ignore' | 'pipe')[];
  const child = utilityProcess.fork(fileURLToPath(file), [], { serviceName: 'Mensura CSV files', stdio });
  // Not inherited: a hung helper would keep Mensura's standard error open.
  child.stderr?.on('data', (bytes: Buffer) => void process.stderr.write(bytes));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exited.then(listener),
    kill: () => {
      // Helpers ignore the signal that Electron sends.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
      child.postMessage(END_MESSAGE);
      child.kill();
    },
  };
};

/** Time limit for the proof of a busy service, in milliseconds. */
const PROOF_PATIENCE_MS = 10_000;

export interface ServiceHostOptions {
  options: ServiceOptions;
  logger: Logger;
  /** The log behind the logger. */
  log: NonNullable<Host['log']>;
  /** The folder with the built GUI. */
  rendererDir: string;
  /** Path of the udev rule that allows users to open devices. */
  udevRule: string;
  /** See `ServiceHost` of the service. */
  giveUp: Host['giveUp'];
}

/** Runs the service in this process, or connects to that of another process of the same user. */
export class ServiceHost {
  readonly #options: ServiceHostOptions;
  readonly #address = new Address('');
  #service: Service | undefined;
  #proxy: ProvenProxy | undefined;

  constructor(options: ServiceHostOptions) {
    this.#options = options;
  }

  /** The address of the service, which may change. */
  get address(): Address {
    return this.#address;
  }

  /** Undefined if another process hosts the service. */
  get service(): Service | undefined {
    return this.#service;
  }

  /** The connection to a service in another process. */
  get proxy(): ProvenProxy | undefined {
    return this.#proxy;
  }

  /**
   * Connects to the running service of this data folder, such as a headless one, or starts the service here.
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

  /** Finds the service in another process, maybe on another port; false without a proof. */
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

  /** Connects to the other process at its current address, which the page then follows. */
  #connect(): Promise<ProvenConnection | undefined> {
    const { dataDir } = this.#options.options;
    return this.#address.follow(
      () => connectToRunningService({ dataDir, patienceMs: PROOF_PATIENCE_MS }),
      ({ agent }) => agent.destroy(),
    );
  }
}
