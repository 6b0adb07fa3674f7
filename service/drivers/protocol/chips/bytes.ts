/** Integers that a DataView cannot read, and the errors of readings without a value. */
import type { ReadingError } from './conversion.ts';

/** Unsigned, 3 bytes, most significant first. */
export function readUint24BE(view: DataView, at: number): number {
  return view.getUint8(at) * 0x10000 + view.getUint16(at + 1);
}

/** Unsigned, 3 bytes, least significant first. */
export function u24le(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

/** Converts an unsigned integer of `bits` bits from two's complement. */
export function signed(value: number, bits: number): number {
  return value < 2 ** (bits - 1) ? value : value - 2 ** bits;
}

export function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function noValue(reason: string): ReadingError {
  return { reason };
}

/** Most bytes shown of a reply. */
const SHOWN_BYTES = 16;

/** Bytes in hexadecimal for users: `12 A0 FF`, with `...` after 16. */
export function hexOf(bytes: Uint8Array): string {
  const shown = [...bytes.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
  return bytes.length > SHOWN_BYTES ? `${shown.join(' ')} ...` : shown.join(' ');
}

/** The longest integer that a double always holds exactly. */
const EXACT_BYTES = 6;

/**
 * The value of a chip without a formula: its bytes as an unsigned integer, most significant first.
 * @param raw of any length; more than 6 bytes, or none, have no value
 */
export function rawNumber(raw: Uint8Array): number | ReadingError {
  if (raw.length === 0) return noValue('no data from the sensor');
  if (raw.length > EXACT_BYTES) return noValue(`${raw.length} bytes, not a number: ${hexOf(raw)}`);
  return raw.reduce((sum, byte) => sum * 0x100 + byte, 0);
}
