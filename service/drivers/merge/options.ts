import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Driver } from '../driver.ts';
import type { UsbPresenceSource } from '../sightings.ts';

export interface PathDriverOptions {
  /** Reads devices in USB mode, and sees those in VCP mode. */
  usb: Driver & UsbPresenceSource;
  /** Reads devices in VCP mode. */
  serial: Driver;
  clock: Clock;
  logger: Logger;
}
