/**
 * The USB family as one driver: an instrument that is reached over USB and over its serial port is one device with both
 * connections. Its readings are the serial side's while that measures, for that is the mode the user chose; else USB's.
 */
import type { Driver } from '../driver.ts';
import { MergingDriver } from './merging-driver.ts';
import type { PathDriverOptions } from './options.ts';

/** Creates the driver of the two; neither is started before `start`. They are to be listened to through it alone. */
export function createPathDriver(options: PathDriverOptions): Driver {
  return new MergingDriver(options);
}
