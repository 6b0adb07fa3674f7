/** The computer's real USB, over the package `usb`. */
import type { UsbBus } from '../bus.ts';
import { SystemBus, type SystemBusOptions } from './system-bus.ts';

/** Creates the bus; nothing of the package is loaded before `start`. */
export function createSystemBus(options: SystemBusOptions): UsbBus {
  return new SystemBus(options);
}
