/** CRC-16/XMODEM, the checksum of a VCP line (docs/hardware.md#vcp-checksum). */

const POLYNOMIAL = 0x1021;

/** The remainder after eight steps of the division, for each byte value. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 0x8000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  }
  return remainder;
});

/**
 * CRC-16/XMODEM (polynomial 0x1021, start 0, not reflected, no final XOR) of a text with one character per byte.
 * @returns 0 to 65535
 */
export function crc16(text: string): number {
  let crc = 0;
  for (let index = 0; index < text.length; index += 1) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[((crc >> 8) ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return crc;
}
