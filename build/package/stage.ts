import { chmod, copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DIST, ROOT } from '../paths.ts';
import { packedFiles } from './files.ts';
import { ICNS_SIZES, ICO_SIZES, type IconImage, icnsFile, icoFile } from './icon-files.ts';
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
