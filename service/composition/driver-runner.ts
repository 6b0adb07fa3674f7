import type { DeviceClaims } from '../devices/ownership.ts';
import { driverProblem } from '../drivers/current-problem.ts';
import type { Driver } from '../drivers/driver.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

export interface DriverRunOptions {
  /** Started and stopped together. */
  drivers: readonly Driver[];
  /** Their claims and problems. */
  devices: DeviceClaims;
  logger: Logger;
}

export class DriverRunner {
  readonly #options: DriverRunOptions;
  #isStopped = false;

  constructor(options: DriverRunOptions) {
    this.#options = options;
  }

  /** A driver that cannot start becomes a problem; everything else continues. */
  async start(): Promise<void> {
    await Promise.all(this.#options.drivers.map((driver) => this.#start(driver)));
  }

  /**
   * May be called while it starts, and twice. The drivers claim nothing afterwards.
   * @throws what a driver throws
   */
  async stop(): Promise<void> {
    const { drivers, devices } = this.#options;
    this.#isStopped = true;
    // Otherwise the driver that stops last would briefly own every device of the others.
    if (drivers.length > 1) devices.end('reading stopped');
    const ended = await Promise.allSettled(drivers.map(async (driver) => driver.stop()));
    devices.end('driver stopped');
    for (const { name } of drivers) devices.clear(driverProblem(name, undefined));
    const errors = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (errors.length > 1) throw new AggregateError(errors, errors.map(errorText).join('; '));
    if (errors.length > 0) throw errors[0];
  }

  async #start(driver: Driver): Promise<void> {
    const { devices, logger } = this.#options;
    try {
      await driver.start();
    } catch (error) {
      logger.error(`cannot start the ${driver.name} driver: ${errorText(error)}`, { error });
      if (!this.#isStopped) devices.raise(driverProblem(driver.name, error));
    }
  }
}
