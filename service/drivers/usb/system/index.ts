/** The computer's real USB, over the package `usb`. */
import type { UsbBus } from '../bus.ts';
import { SystemBus, type SystemBusOptions } from './system-bus.ts';

/** Loads nothing of the package before `start`. */
export function createSystemBus(options: SystemBusOptions): UsbBus {
  return new SystemBus(options);
}
