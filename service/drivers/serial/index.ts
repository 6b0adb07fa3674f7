/**
 * The serial driver for the line protocol over a serial port (VCP mode). It finds devices by their USB IDs, and accepts
 * ports added by hand.
 */
import type { SerialDriver, SerialDriverOptions } from './options.ts';
import { PortDriver } from './port-driver.ts';

export type { FoundPort, SerialDriver, SerialDriverOptions } from './options.ts';
export type { SerialTransport } from './transport.ts';

/** Opens nothing before `start`. */
export function createSerialDriver(options: SerialDriverOptions): SerialDriver {
  return new PortDriver(options);
}
