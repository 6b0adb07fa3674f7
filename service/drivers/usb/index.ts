/**
 * The USB driver: instruments in USB mode, read by control transfers at their sampling period. Instruments in VCP mode
 * it only tells of.
 */
import type { UsbDriver, UsbDriverOptions } from './options.ts';
import { SystemUsbDriver } from './system-usb-driver.ts';

export type { UsbDriver, UsbDriverOptions } from './options.ts';

/** Creates the driver; nothing is opened before `start`. */
export function createUsbDriver(options: UsbDriverOptions): UsbDriver {
  return new SystemUsbDriver(options);
}
