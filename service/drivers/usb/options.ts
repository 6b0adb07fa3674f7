import type { DeviceKey } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Driver } from '../driver.ts';
import type { UsbPresenceSource } from '../sightings.ts';
import type { UsbBus } from './bus.ts';

/** Times and counts of the driver. All times are milliseconds. */
export interface UsbTiming {
  /** How long one transfer may take, 10 or more; 2000. The maker's own tools wait 5000: a dead sensor would cost that. */
  transferTimeoutMs: number;
  /** How often a command is sent until its reply is valid, 1 or more; 3, as the maker's own tools do. */
  attempts: number;
  /** The least time without an answer after which an instrument is opened again, 100 or more; 10000. */
  silenceMs: number;
  /** Pause before an instrument is opened again, 10 or more; 500. It doubles with every failure up to `retryMaxMs`. */
  retryMinMs: number;
  /** The longest pause before an instrument is opened again, `retryMinMs` or more; 5000. */
  retryMaxMs: number;
  /** Until USB that could not be watched is tried again, 10 or more; 60000. */
  busRetryMs: number;
}

export const DEFAULT_TIMING: UsbTiming = {
  transferTimeoutMs: 2000,
  attempts: 3,
  silenceMs: 10_000,
  retryMinMs: 500,
  retryMaxMs: 5000,
  busRetryMs: 60_000,
};

export interface UsbDriverOptions {
  bus: UsbBus;
  clock: Clock;
  logger: Logger;
  /** The period that a user set for an instrument, in milliseconds; undefined means 1000. */
  periodOf(key: DeviceKey): number | undefined;
  /** The udev rule that lets users open instruments: the file to install; undefined where the host has none. */
  udevRule: string | undefined;
  timing?: Partial<UsbTiming>;
}

/** Reads instruments in USB mode, and tells of those in VCP mode. */
export interface UsbDriver extends Driver, UsbPresenceSource {}
