/** A second, independent reading of USB replies (docs/hardware.md#usb-replies). */

/** Whether these bytes are a reply to the command: echo, data, and a byte that makes the XOR of all of them 0. */
export function isValidReply(bytes: Uint8Array, code: number): boolean {
  return bytes.length >= 2 && bytes[0] === code && bytes.reduce((sum, byte) => sum ^ byte, 0) === 0;
}

const LAST = 65_535;

/** The value that a chip's data says; undefined where this judge does not know, or there is none. */
export function valueOf(chip: number | undefined, data: Uint8Array): number | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (data.length === 2) {
    const word = view.getUint16(0);
    if (chip === 0x20 || chip === 0x1b) return -45 + (175 * word) / LAST;
    if (chip === 0x19 || chip === 0x1a) return (100 * word) / LAST;
    if (chip === 0x11) return view.getInt16(0) / 128;
    if (chip === 0x91) return (5 * word) / LAST;
  }
  if (data.length === 4 && chip === 0x48) {
    const value = view.getFloat32(0);
    return Number.isFinite(value) ? value : undefined;
  }
  return undefined;
}
