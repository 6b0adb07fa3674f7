import type { DeviceKey } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';

/** Sampling periods that can be simulated, in milliseconds. */
export const PERIOD = { min: 10, default: 1000 } as const;

export interface SimulatedOptions {
  /** How many instruments of the USB family, 0 or more. */
  usb: number;
  /** How many instruments of the gateway family, 0 or more. */
  gateway: number;
  /** Sampling period in milliseconds, 10 or more; 1000 unless given. */
  periodMs?: number;
  /**
   * Any number. Every value is a pure function of seed, serial number, channel and the clock's time, so two runs with
   * one seed show the same world; hot-plug happens at the same times after the start.
   */
  seed: number;
  clock: Clock;
  logger: Logger;
  /** The period that a user set for an instrument, in milliseconds; undefined when there is none. */
  periodOf: (key: DeviceKey) => number | undefined;
  /** Whether the last instrument of the USB family goes and comes, when there are at least three. On unless given. */
  hotPlug?: boolean;
  /** Whether a channel now and then has a sensor error. On unless given. */
  faults?: boolean;
  /** Names of catalogue products, taken in turn; every product that can be simulated unless given. */
  products?: readonly string[];
}
