import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

export interface PackageTarget {
  system: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
}

/** The targets of a release. */
export const PACKAGE_TARGETS: readonly PackageTarget[] = (['linux', 'win32', 'darwin'] as const).flatMap((system) =>
  (['x64', 'arm64'] as const).map((arch) => ({ system, arch })),
);

/** electron-builder's names of the systems. */
export const SYSTEM_NAMES = { linux: 'linux', win32: 'win', darwin: 'mac' } as const;

/** Package formats by system, with electron-builder's names. */
export const FORMATS: Readonly<Record<PackageTarget['system'], readonly string[]>> = {
  linux: ['deb', 'rpm', 'AppImage', 'tar.gz'],
  win32: ['nsis', 'zip'],
  darwin: ['dmg', 'zip'],
};

/**
 * This computer. Packages are built on the system they are for: they contain the native code that npm installed and
 * the Node that runs this script.
 * @throws Error on a system without packages of Mensura
 */
export function hostTarget(): PackageTarget {
  const target = PACKAGE_TARGETS.find(({ system, arch }) => system === process.platform && arch === process.arch);
  if (target) return target;
  throw new Error(`Packages are not available for ${process.platform} ${process.arch}.`);
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  main: string;
};

export const { version: VERSION, main: MAIN } = manifest;

/** The display name. */
export const PRODUCT = 'Mensura';

/** The name of the command, the package, the desktop entry and the icons. */
export const COMMAND = 'mensura';

/** Electron's binary on Linux, started by the script with the name of the command. */
export const LINUX_BINARY = `${COMMAND}-desktop`;

export const SYNOPSIS = 'Read, chart and record measuring devices';
export const DESCRIPTION =
  'Discovers measuring devices, shows and records their readings, raises alarms, publishes to MQTT brokers, and ' +
  'provides a local JSON API.';

/** Required by Debian and RPM packages; set for a release. */
export const MAINTAINER = {
  name: 'The Mensura maintainers',
  email: process.env['MENSURA_MAINTAINER'] ?? 'maintainers@mensura.invalid',
};
export const HOMEPAGE = process.env['MENSURA_HOMEPAGE'] ?? 'https://mensura.invalid/';

/** The reverse domain name for macOS and software centers. */
export const APP_ID = 'app.mensura.Mensura';
