import type { DriverOptions } from '../driver.ts';

export interface SimulatedOptions extends Omit<DriverOptions, 'logger'> {
  /** Number of devices of the USB family, at least 0. */
  usb: number;
  /** Number of devices of the gateway family, at least 0. */
  gateway: number;
  /** Sampling period in milliseconds, at least 10, if `periodOf` has none. */
  periodMs: number;
  /**
   * Any number. Every value is a pure function of seed, serial number, channel and time, so two runs with one seed are
   * equal; hot-plug happens at the same times after the start.
   */
  seed: number;
  /** Whether the last of at least three devices of the USB family disconnects at times. Default true. */
  hotPlug?: boolean;
  /** Whether channels have occasional sensor errors. Default true. */
  faults?: boolean;
  /** Product names of the catalog, used in turn; all that can be simulated by default. */
  products?: readonly string[];
}
