/** Decodes PNG images of this test, written from the specification (third edition): 8 bits, truecolor, filter 0. */
import { crc32, inflateSync } from 'node:zlib';

export interface DecodedPng {
  width: number;
  height: number;
  /** Names of the chunks, in order. */
  chunks: string[];
  /** `rrggbb` of a pixel. */
  pixel(x: number, y: number): string;
}

/** @throws Error for any other kind of file */
export function decodePng(png: Buffer): DecodedPng {
  if (png.subarray(0, 8).toString('latin1') !== '\u0089PNG\r\n\u001a\n') throw new Error('no PNG signature');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (crc32(png.subarray(at + 4, at + 8 + length)) !== png.readUInt32BE(at + 8 + length)) throw new Error('bad CRC');
    chunks.set(type, png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (header.subarray(8).toString('hex') !== '0802000000') throw new Error('not 8 bits of truecolor');
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = 3 * width + 1;
  if (rows.length !== height * stride) throw new Error('not as many pixels as stated');
  for (let row = 0; row < height; row += 1) if (rows[row * stride] !== 0) throw new Error('unexpected filter');
  return {
    width,
    height,
    chunks: [...chunks.keys()],
    pixel: (x, y) => rows.toString('hex', y * stride + 1 + 3 * x, y * stride + 4 + 3 * x),
  };
}
