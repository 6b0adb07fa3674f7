import type { DeviceClaims } from '../devices/ownership.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';

/**
 * Finds devices and claims them (`DeviceClaims`). A driver only knows its own devices; if it fails, the others
 * continue. `start` resolves when the search has begun, not when a device was found. `stop` disconnects all devices,
 * ends every timer and listener, and may be called twice.
 */
export interface Driver {
  /** Short and stable, for logs: `serial`, `simulated`. */
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Called after the computer resumed, when open handles may be dead without an error. Searches and opens again, and
   * retries at once. Left out by a driver that sleep does not affect.
   */
  wake?(): void;
}

/** The options of every driver that samples devices itself. */
export interface DriverOptions {
  devices: DeviceClaims;
  clock: Clock;
  logger: Logger;
  /** The user's period for a device, in milliseconds; undefined if there is none. */
  periodOf(key: DeviceKey): number | undefined;
}
