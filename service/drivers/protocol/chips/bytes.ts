/** Integers of raw bytes that a DataView has no reading for, and what stands in the place of a value. */
import type { ReadingError } from './conversion.ts';

/** An unsigned integer of 3 bytes, the most significant first. */
export function readUint24BE(view: DataView, at: number): number {
  return view.getUint8(at) * 0x10000 + view.getUint16(at + 1);
}

/** An unsigned integer of 3 bytes, the least significant first. */
export function u24le(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

/** An unsigned integer of so many bits as two's complement. */
export function signed(value: number, bits: number): number {
  return value < 2 ** (bits - 1) ? value : value - 2 ** bits;
}

export function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function noValue(reason: string): ReadingError {
  return { reason };
}

/** At most so many bytes are shown of a reply. */
const SHOWN_BYTES = 16;

/** Bytes in hexadecimal for people: `12 A0 FF`, and `...` where there are more than 16. */
export function hexOf(bytes: Uint8Array): string {
  const shown = [...bytes.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
  return bytes.length > SHOWN_BYTES ? `${shown.join(' ')} ...` : shown.join(' ');
}

/** More bytes than this are no integer that a double holds exactly. */
const EXACT_BYTES = 6;

/**
 * The value of a chip without a formula: its bytes as an unsigned integer, the most significant first.
 * @param raw of any length; more than 6 bytes, or none, are no value
 */
export function rawNumber(raw: Uint8Array): number | ReadingError {
  if (raw.length === 0) return noValue('no data from the sensor');
  if (raw.length > EXACT_BYTES) return noValue(`${raw.length} bytes, not a number: ${hexOf(raw)}`);
  return raw.reduce((sum, byte) => sum * 0x100 + byte, 0);
}
