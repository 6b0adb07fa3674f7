/** Simulated devices, whose number and presence may change while the service runs. */
import type { SimulatedCounts } from '../settings/flags.ts';
import type { DriverRunner } from './driver-runner.ts';

/** The number of devices, and their sampling period in milliseconds. */
export interface Simulation extends SimulatedCounts {
  periodMs: number;
}

export class SimulatedDevices {
  readonly #create: (simulation: Simulation) => DriverRunner;
  #running: DriverRunner | undefined;
  #isStopped = false;

  constructor(create: (simulation: Simulation) => DriverRunner) {
    this.#create = create;
  }

  /**
   * Replaces the simulated devices. One call at a time.
   * @param simulation undefined for none
   */
  async change(simulation: Simulation | undefined): Promise<void> {
    await this.#end();
    if (this.#isStopped || !simulation) return;
    this.#running = this.#create(simulation);
    await this.#running.start();
  }

  /** Stops for good. May be called twice, and during a change. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }
}
