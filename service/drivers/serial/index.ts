/**
 * The serial driver: instruments that speak the line protocol over a serial port (VCP mode). It finds them by their USB
 * ids and takes ports added by hand.
 */
import type { SerialDriver, SerialDriverOptions } from './options.ts';
import { PortDriver } from './port-driver.ts';

export type { FoundPort, SerialDriver, SerialDriverOptions } from './options.ts';
export type { SerialTransport } from './transport.ts';

/** Creates the driver; nothing is opened before `start`. */
export function createSerialDriver(options: SerialDriverOptions): SerialDriver {
  return new PortDriver(options);
}
