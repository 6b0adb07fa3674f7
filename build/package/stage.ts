import { chmod, copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DIST, ROOT } from '../paths.ts';
import { packedFiles } from './files.ts';
import {
  COMMAND,
  DESCRIPTION,
  HOMEPAGE,
  MAIN,
  MAINTAINER,
  type PackageTarget,
  PRODUCT,
  VERSION,
} from './product-info.ts';
import { writeSystemFiles } from './system-files.ts';

interface IconImage {
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

/** Icon sizes of Linux desktop themes. */
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];

/** The input folders of electron-builder; the caller deletes `root`. */
export interface Stage {
  root: string;
  /** The app: its package.json, and `dist/` with only the packed files. */
  app: string;
  /** Icons in every format. */
  icons: string;
  /** Files of a Linux package outside its own folder. */
  system: string;
}

function picture(size: number): Promise<IconImage> {
  return readFile(join(ROOT, `build/icons/icon-${size}.png`)).then((png) => ({ size, png }));
}

async function writeIcons(folder: string): Promise<void> {
  await mkdir(join(folder, 'linux'), { recursive: true });
  await writeFile(join(folder, 'icon.ico'), icoFile(await Promise.all(ICO_SIZES.map(picture))));
  await writeFile(join(folder, 'icon.icns'), icnsFile(await Promise.all(ICNS_SIZES.map(picture))));
  for (const size of LINUX_SIZES) {
    await copyFile(join(ROOT, `build/icons/icon-${size}.png`), join(folder, `linux/${size}x${size}.png`));
  }
}

/** The app's package.json, for Electron and for the packages' metadata. Without dependencies: all are bundled. */
function manifest(versionSuffix: string): object {
  return {
    name: COMMAND,
    productName: PRODUCT,
    version: `${VERSION}${versionSuffix}`,
    description: DESCRIPTION,
    license: 'MIT',
    author: MAINTAINER,
    homepage: HOMEPAGE,
    type: 'module',
    main: MAIN,
    // Connects the window with the desktop entry.
    desktopName: `${COMMAND}.desktop`,
  };
}

/** @param versionSuffix marks builds that are not releases: `-test` */
export async function stage(target: PackageTarget, versionSuffix: string): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'mensura-package-'));
  // Packed files keep their permissions, and all users must be able to read them.
  await chmod(root, 0o755);
  const folders = { root, app: join(root, 'app'), icons: join(root, 'icons'), system: join(root, 'system') };
  for (const { path } of await packedFiles(target)) {
    const copy = join(folders.app, 'dist', path);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(DIST, path), copy);
  }
  await writeFile(join(folders.app, 'package.json'), `${JSON.stringify(manifest(versionSuffix), null, 2)}\n`);
  await writeIcons(folders.icons);
  if (target.system === 'linux') await writeSystemFiles(folders.system, new Date().toISOString().slice(0, 10));
  return folders;
}
