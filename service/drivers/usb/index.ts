/** Reads devices in USB mode by control transfers at their sampling period, and only reports devices in VCP mode. */
import type { UsbDriver, UsbDriverOptions } from './options.ts';
import { SystemUsbDriver } from './system-usb-driver.ts';

export type { UsbDriver, UsbDriverOptions } from './options.ts';

/** Opens nothing before `start`. */
export function createUsbDriver(options: UsbDriverOptions): UsbDriver {
  return new SystemUsbDriver(options);
}
