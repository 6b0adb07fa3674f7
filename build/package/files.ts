import { glob, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DIST } from '../paths.ts';
import type { PackageTarget } from './product-info.ts';

/** The binary package of `usb`, without its scope. */
export function usbBinary({ system, arch }: PackageTarget): string {
  const toolchain = { linux: '-gnu', win32: '-msvc', darwin: '' }[system];
  return `usb-${system}-${arch}${toolchain}`;
}

/** The folder of serialport's binaries. */
function serialBinaries({ system, arch }: PackageTarget): string {
  return system === 'darwin' ? 'darwin-x64+arm64' : `${system}-${arch}`;
}

/** Not in any package: source maps, files for compilers, and build stamps. */
const NEVER = [
  /\.map$/,
  /^\.(sources|shipped\.json)$/,
  /\.cdx\.json$/,
  /\.d\.[cm]?ts$/,
  /^node_modules\/.*\/(README|CODE_OF_CONDUCT|CHANGELOG)\.md$/,
  /^node_modules\/@serialport\/bindings-cpp\/(src\/|binding\.gyp$)/,
  // Electron and the Node of the package use the GNU C library.
  /\.musl\.node$/,
];

/** @param path relative to `dist/`, with slashes */
export function isPacked(path: string, target: PackageTarget): boolean {
  if (NEVER.some((pattern) => pattern.test(path))) return false;
  const [, usb] = /^node_modules\/@node-usb\/([^/]+)\//.exec(path) ?? [];
  if (usb) return usb === usbBinary(target);
  const [, serial] = /^node_modules\/@serialport\/bindings-cpp\/prebuilds\/([^/]+)\//.exec(path) ?? [];
  return !serial || serial === serialBinaries(target);
}

export interface PackedFile {
  /** Relative to `dist/`, with slashes. */
  path: string;
  /** In bytes. */
  size: number;
}

/** The files of `dist/` for a package of this target, sorted. */
export async function packedFiles(target: PackageTarget): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  for await (const entry of glob('**', { cwd: DIST, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(DIST, full).split(sep).join('/');
    if (isPacked(path, target)) files.push({ path, size: (await stat(full)).size });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
