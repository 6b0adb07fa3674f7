export interface PackageTarget {
  system: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
}

/** The targets of a release. */
export const PACKAGE_TARGETS: readonly PackageTarget[] = (['linux', 'win32', 'darwin'] as const).flatMap((system) =>
  (['x64', 'arm64'] as const).map((arch) => ({ system, arch })),
);

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
