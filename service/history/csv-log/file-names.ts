/** What the files of a device are called, so that every file system takes the name and no two devices share one. */
import { createHash } from 'node:crypto';
import { type DeviceKey, keyText } from '../../devices/instrument.ts';
import { localTime, type TimeZone } from '../export/csv/time-zone.ts';

/** Serial numbers that are names as they are. Not in lower case: where case does not count, two would be one file. */
const PLAIN = /^[A-Z0-9][A-Z0-9-]{0,63}$/;

/** Names that Windows has for devices, with whatever ending. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)$/;

const UNSAFE = /[^A-Za-z0-9-]+/g;

/** Characters of another serial number that are kept to recognise it by. */
const MAX_KEPT = 32;

/**
 * The beginning of the name: the serial number, with `gateway_` in front for what is behind one. A serial number that
 * is no name gets a digest behind it, with a character in between that no plain one has.
 */
export function fileStem(key: DeviceKey): string {
  const { family, serial } = key;
  const prefix = family === 'gateway' ? 'gateway_' : '';
  if (PLAIN.test(serial) && !RESERVED.test(serial)) return prefix + serial;
  const digest = createHash('sha256').update(keyText(key)).digest('hex').slice(0, 12);
  return `${prefix}${serial.replaceAll(UNSAFE, '_').slice(0, MAX_KEPT)}~${digest}`;
}

/** The local day of a moment: `2026-11-20`. */
export function localDay(at: number, zone: TimeZone): string {
  return new Date(localTime(at, zone)).toISOString().slice(0, 10);
}

/** @param number the place among the files of this device and day; the first is 1 */
export function fileName(stem: string, day: string, number: number): string {
  return number === 1 ? `${stem}_${day}.csv` : `${stem}_${day}_${number}.csv`;
}
