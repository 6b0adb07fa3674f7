import { withDeadline } from '../../../support/deadline.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { NativeDevice, NativeEmitter } from './usb-package.ts';

export interface PlugEventsOptions {
  emitter: NativeEmitter;
  attached(device: NativeDevice): void;
  detached(handle: string): void;
  /** Timeout for subscribing and unsubscribing, in milliseconds. */
  timeoutMs: number;
  logger: Logger;
}

/**
 * The package's plug events, from its native emitter: with the WebUSB wrapper, the error of a failed subscription
 * cannot be caught. For the same reason, errors of listeners are not passed back to it.
 */
export class PlugEvents {
  readonly #options: PlugEventsOptions;

  constructor(options: PlugEventsOptions) {
    this.#options = options;
  }

  /** @returns whether it is subscribed */
  async start(): Promise<boolean> {
    const { emitter, attached, detached, timeoutMs, logger } = this.#options;
    try {
      const subscribe = async (): Promise<void> => {
        await emitter.addAttach((device) => this.#guard(() => attached(device)));
        await emitter.addDetach((handle) => this.#guard(() => detached(handle)));
      };
      await withDeadline(subscribe(), timeoutMs, 'Subscribing to USB events');
      return true;
    } catch (error) {
      logger.info(`hot-plug events not available: ${errorText(error)}`);
      await this.stop();
      return false;
    }
  }

  /** Unsubscribes; otherwise the process could not end. Never throws. */
  async stop(): Promise<void> {
    const { emitter, timeoutMs, logger } = this.#options;
    const ends = [() => emitter.removeAttach(), () => emitter.removeDetach()].map(async (end) => {
      try {
        await withDeadline(end(), timeoutMs, 'Unsubscribing from USB events');
      } catch (error) {
        logger.warn(`cannot unsubscribe from hot-plug events: ${errorText(error)}`, { error });
      }
    });
    await Promise.all(ends);
  }

  #guard(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.#options.logger.error(`cannot process hot-plug event: ${errorText(error)}`, { error });
    }
  }
}
