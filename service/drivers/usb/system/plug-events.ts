import { withDeadline } from '../../../support/deadline.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { NativeDevice, NativeEmitter } from './usb-package.ts';

export interface PlugEventsOptions {
  emitter: NativeEmitter;
  attached(device: NativeDevice): void;
  detached(handle: string): void;
  /** How long subscribing and unsubscribing may take, in milliseconds. */
  timeoutMs: number;
  logger: Logger;
}

/**
 * The package's events of devices that come and go, taken from its native emitter: the WebUSB wrapper around it throws a
 * failed subscription where nobody can catch it. For the same reason nothing that a listener throws gets back into it.
 */
export class PlugEvents {
  readonly #options: PlugEventsOptions;

  constructor(options: PlugEventsOptions) {
    this.#options = options;
  }

  /** Subscribes. @returns whether that worked; nothing is subscribed to otherwise */
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

  /** Unsubscribes; the process could not end otherwise. Never throws. */
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

  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.logger.error(`cannot process hot-plug event: ${errorText(error)}`, { error });
    }
  }
}
