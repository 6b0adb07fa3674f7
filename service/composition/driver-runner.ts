import type { Registry } from '../devices/registry.ts';
import { driverProblem } from '../drivers/current-problem.ts';
import type { Driver } from '../drivers/driver.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

export interface DriverRunOptions {
  driver: Driver;
  registry: Registry;
  logger: Logger;
}

export class DriverRunner {
  readonly driver: Driver;
  readonly #registry: Registry;
  readonly #logger: Logger;
  #disconnect: (() => void) | undefined;

  constructor({ driver, registry, logger }: DriverRunOptions) {
    this.driver = driver;
    this.#registry = registry;
    this.#logger = logger;
  }

  /** A driver that cannot start becomes a problem; everything else continues. */
  async start(): Promise<void> {
    const { driver } = this;
    this.#disconnect = this.#registry.connect(driver);
    try {
      await driver.start();
    } catch (error) {
      this.#logger.error(`cannot start the ${driver.name} driver: ${errorText(error)}`, { error });
      this.#registry.raise(driverProblem(driver.name, error));
    }
  }

  /**
   * May be called while it starts, and twice. The driver emits nothing afterwards.
   * @throws what the driver throws
   */
  async stop(): Promise<void> {
    try {
      await this.driver.stop();
    } finally {
      this.#disconnect?.();
      this.#registry.clear(driverProblem(this.driver.name, undefined));
    }
  }
}
