/** What every driver is to the rest of the service. */
import type { DeviceEvents, DeviceSource } from '../devices/device-source.ts';

export type DriverEvents = DeviceEvents;

/**
 * Finds instruments and turns what they say into readings. It knows its instruments and nothing else; one that fails
 * leaves the others running. `start` resolves when searching has begun, not when something was found. `stop` detaches
 * everything, ends every timer and listener, and may be called twice.
 */
export interface Driver extends DeviceSource {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * The computer woke from sleep: what was open may be dead without having said so. Looks again, opens again, and tries
   * at once what waits for its turn. Left out by a driver that sleep does no harm.
   */
  wake?(): void;
}
