import type { DeviceEvents, DeviceSource } from '../devices/device-source.ts';

export type DriverEvents = DeviceEvents;

/**
 * Finds devices and emits their readings. A driver only knows its own devices; if it fails, the others continue.
 * `start` resolves when the search has begun, not when a device was found. `stop` disconnects all devices, ends every
 * timer and listener, and may be called twice.
 */
export interface Driver extends DeviceSource {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Called after the computer resumed, when open handles may be dead without an error. Searches and opens again, and
   * retries at once. Left out by a driver that sleep does not affect.
   */
  wake?(): void;
}
