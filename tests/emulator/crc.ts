/**
 * The check sum of a line: CRC-16/XMODEM (polynomial 0x1021, start 0, nothing reflected), over every byte from the
 * first to the comma before `*`. Worked out bit by bit, so that it shares nothing with a table-driven one.
 * Check value: `123456789` gives 31c3.
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = (crc >>> 15) ^ ((byte >>> bit) & 1);
      crc = (crc << 1) & 0xffff;
      if (carry === 1) crc ^= 0x1021;
    }
  }
  return crc;
}
