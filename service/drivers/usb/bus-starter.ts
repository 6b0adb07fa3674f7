import { errorClause } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { CurrentProblem, type ProblemListener } from '../current-problem.ts';
import { type UsbBus, UsbError, type UsbListener } from './bus.ts';
import { busProblem } from './problems.ts';

export interface BusStartOptions {
  bus: UsbBus;
  listener: UsbListener;
  problems: ProblemListener;
  logger: Logger;
  /** Pause before a bus that could not be started is retried, in milliseconds. */
  retryMs: number;
}

/** Starts the bus, with retries: a computer's USB may start late, or fail temporarily. Used once. */
export class BusStarter {
  readonly #options: BusStartOptions;
  readonly #problem: CurrentProblem;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | undefined;
  #stopped = false;
  /** The last log line about missing USB. */
  #reportedText: string | undefined;

  constructor(options: BusStartOptions) {
    this.#options = options;
    this.#problem = new CurrentProblem(options.problems);
  }

  /** Resolves after the first attempt. Never throws. */
  start(): Promise<void> {
    this.#trying = this.#try();
    return this.#trying;
  }

  /** Also stops the bus. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#problem.set(undefined);
    await this.#options.bus.stop();
    await this.#trying;
  }

  async #try(): Promise<void> {
    const { bus, listener, logger, retryMs } = this.#options;
    try {
      await bus.start(listener);
      if (this.#stopped) return;
      this.#problem.set(undefined);
      if (this.#reportedText !== undefined) logger.info('USB mode available');
    } catch (error) {
      if (this.#stopped) return;
      this.#report(error);
      this.#timer = setTimeout(() => void this.start(), retryMs);
    }
  }

  /** A computer without USB is valid: devices may be behind gateways, or simulated. */
  #report(error: unknown): void {
    const isWithout = error instanceof UsbError && error.failure === 'unsupported';
    this.#problem.set(isWithout ? undefined : busProblem(error));
    if (!isWithout || this.#reportedText === error.message) return;
    this.#reportedText = error.message;
    this.#options.logger.info(`devices in USB mode cannot be read: ${errorClause(error)}`);
  }
}
