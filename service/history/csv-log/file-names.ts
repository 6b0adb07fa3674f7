/** File names that every file system accepts and that are unique per device. */
import { createHash } from 'node:crypto';
import { type DeviceKey, deviceKey } from '../../devices/types.ts';
import { localTime, type TimeZone } from '../export/csv/time-zone.ts';

/** Serial numbers usable as they are. Lower case is excluded: some file systems ignore case. */
const PLAIN = /^[A-Z0-9][A-Z0-9-]{0,63}$/;

/** Device names reserved by Windows, with any extension. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)$/;

const UNSAFE = /[^A-Za-z0-9-]+/g;

/** Characters kept of any other serial number, so that users recognize it. */
const MAX_SERIAL_LENGTH = 32;

/**
 * The serial number, preceded by `gateway_` for a device of a gateway. A serial number that is no file name is
 * shortened and gets a digest, joined by a character that plain ones do not have.
 */
export function fileStem(key: DeviceKey): string {
  const { family, serial } = key;
  const prefix = family === 'gateway' ? 'gateway_' : '';
  if (PLAIN.test(serial) && !RESERVED.test(serial)) return prefix + serial;
  const digest = createHash('sha256').update(deviceKey(key)).digest('hex').slice(0, 12);
  return `${prefix}${serial.replaceAll(UNSAFE, '_').slice(0, MAX_SERIAL_LENGTH)}~${digest}`;
}

/** `2026-11-20`. */
export function localDay(at: number, zone: TimeZone): string {
  return new Date(localTime(at, zone)).toISOString().slice(0, 10);
}

/** @param number from 1, among the files of this device and day */
export function fileName(stem: string, day: string, number: number): string {
  return number === 1 ? `${stem}_${day}.csv` : `${stem}_${day}_${number}.csv`;
}
