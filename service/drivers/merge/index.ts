/**
 * The USB family as one driver: a device reached over USB and over its serial port is one device with both connections.
 * While the serial side sends readings, they are used, because that is the mode the user chose; otherwise USB's.
 */
import type { Driver } from '../driver.ts';
import { MergingDriver } from './merging-driver.ts';
import type { PathDriverOptions } from './options.ts';

/** Does not start either driver before `start`. Listen to them only through this one. */
export function createPathDriver(options: PathDriverOptions): Driver {
  return new MergingDriver(options);
}
