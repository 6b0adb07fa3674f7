/** Replies on endpoint 0: command echo, data and check byte (docs/hardware.md#usb-replies). */

/** bmRequestType of every command: vendor, device, device to host. */
export const VENDOR_IN = 0xc0;

/** The reply of an instrument that cannot carry out a command. */
export const ERROR_MARK: Uint8Array = Uint8Array.of(0x00);

/** Echo, data, and the byte with which the exclusive or of the whole is 0. */
export function frame(command: number, data: Iterable<number>): Uint8Array {
  const bytes = [command, ...data];
  return Uint8Array.from([...bytes, bytes.reduce((check, byte) => check ^ byte, 0)]);
}
