/**
 * Encodes PNG images. Source: Portable Network Graphics (PNG) Specification (Third Edition), W3C 2025: signature 5.2,
 * chunks 5.3 and their CRC 5.5, IHDR 11.2.1, IDAT 11.2.3, IEND 11.2.4, filter 0 (none) 9.2, compression 10.1.
 */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bits of a sample, and the color type that has red, green and blue in each pixel. */
const BIT_DEPTH = 8;
const TRUECOLOR = 2;

/** @param rgb red, green and blue of each pixel, 0 to 255, row by row from the top left */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Compression, filter and interlace method stay 0.
  header.set([BIT_DEPTH, TRUECOLOR], 8);
  const rowBytes = 3 * width;
  // Each row begins with its filter type, 0.
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(rgb.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Length of the data, type, data, CRC of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(typed.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(typed, 4);
  bytes.writeUInt32BE(crc32(typed), typed.length + 4);
  return bytes;
}
