export interface IconImage {
  /** In pixels. */
  size: number;
  png: Buffer;
}

/** The sizes for Windows. */
export const ICO_SIZES = [16, 32, 48, 64, 128, 256] as const;

/** Entry types by size; the second one is for displays with double density. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};
export const ICNS_SIZES: readonly number[] = Object.keys(ICNS_TYPES).map(Number);

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** An `.ico` file (https://learn.microsoft.com/windows/win32/uxguide/vis-icons). @param pictures up to 256 pixels wide */
export function icoFile(pictures: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + pictures.length * ICO_ENTRY_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = ICO_HEADER_BYTES + index * ICO_ENTRY_BYTES;
    // 256 is written as 0.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** An `.icns` file (https://en.wikipedia.org/wiki/Apple_Icon_Image_format). */
export function icnsFile(pictures: readonly IconImage[]): Buffer {
  const entries = pictures.flatMap(({ size, png }) => (ICNS_TYPES[size] ?? []).map((type) => block(type, png)));
  return block('icns', Buffer.concat(entries));
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
